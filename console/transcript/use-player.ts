import { type Signal, signal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { nextRate, positionIn } from './player-keys.ts';

/** The player of a recording. Its signals change without rendering the whole transcript. */
export type Player = {
  readonly audio: RefObject<HTMLAudioElement | null>;
  readonly atMs: Signal<number>;
  readonly isPlaying: Signal<boolean>;
  readonly rate: Signal<number>;
  readonly toggle: () => void;
  /** Goes to a time, and plays from there. */
  readonly playFrom: (ms: number) => void;
  /** Goes to a time, also without a recording. */
  readonly seek: (ms: number) => void;
  readonly skip: (ms: number) => void;
  readonly setRate: (rate: number) => void;
  readonly changeRate: (step: 1 | -1) => void;
};

const stepMs = 60;

export const usePlayer = (totalMs: number): Player => {
  const audio = useRef<HTMLAudioElement>(null);
  const player = useMemo((): Player => {
    const atMs = signal(0);
    const isPlaying = signal(false);
    const rate = signal(1);
    const seek = (ms: number) => {
      atMs.value = positionIn(totalMs, ms);
      if (audio.current) audio.current.currentTime = atMs.peek() / 1000;
    };
    // `play` rejects if a pause follows at once, or if the format cannot be played, which is reported elsewhere.
    const play = () => void audio.current?.play().catch(() => undefined);
    const setRate = (next: number) => {
      rate.value = next;
      if (audio.current) audio.current.playbackRate = next;
    };
    return {
      audio,
      atMs,
      isPlaying,
      rate,
      toggle: () => {
        if (audio.current?.paused) play();
        else audio.current?.pause();
      },
      playFrom: (ms) => {
        seek(ms);
        play();
      },
      seek,
      skip: (ms) => seek(atMs.peek() + ms),
      setRate,
      changeRate: (step) => setRate(nextRate(rate.peek(), step)),
    };
  }, [totalMs]);
  // The browser's own event fires four times a second, which is too slow for words.
  useSignalEffect(() => {
    if (!player.isPlaying.value) return;
    const timer = setInterval(() => {
      player.atMs.value = (audio.current?.currentTime ?? 0) * 1000;
    }, stepMs);
    return () => clearInterval(timer);
  });
  return player;
};
