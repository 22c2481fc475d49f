import { useComputed, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { clock } from '../format.ts';
import { drawWaveform } from './draw-waveform.ts';
import { soughtBy } from './player-keys.ts';
import type { Player } from './use-player.ts';

type Props = {
  player: Player;
  totalMs: number;
  /** Heights of the bars, 0 to 1. */
  peaks: readonly number[];
  onSeek: (ms: number) => void;
};

/** The waveform of the recording. A press, an arrow key, Home and End go to a time. */
export const Waveform = ({ player, totalMs, peaks, onSeek }: Props) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef({ peaks, pixel: -1 });
  const seconds = useComputed(() => Math.floor(player.atMs.value / 1000));
  const spoken = useComputed(() => `${clock(player.atMs.value)} of ${clock(totalMs)}`);
  const draw = () => {
    const { current } = canvas;
    if (!current) return;
    const played = player.atMs.peek() / totalMs;
    drawn.current = { peaks, pixel: Math.round(played * current.clientWidth) };
    drawWaveform(current, peaks, played);
  };
  useEffect(() => {
    draw();
    const sizes = new ResizeObserver(draw);
    if (canvas.current) sizes.observe(canvas.current);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', draw);
    return () => {
      sizes.disconnect();
      scheme.removeEventListener('change', draw);
    };
  }, [peaks, totalMs]);
  useSignalEffect(() => {
    const pixel = Math.round((player.atMs.value / totalMs) * (canvas.current?.clientWidth ?? 0));
    if (pixel !== drawn.current.pixel) draw();
  });
  const onPointer = (event: PointerEvent) => {
    // Another button opens a menu.
    if (event.buttons !== 1) return;
    const { left, width } =
      event.currentTarget instanceof Element
        ? event.currentTarget.getBoundingClientRect()
        : { left: 0, width: 1 };
    onSeek(((event.clientX - left) / width) * totalMs);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const ms = soughtBy(event.key, player.atMs.peek(), totalMs);
    if (ms === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(ms);
  };
  return (
    <div
      class="waveform"
      role="slider"
      tabIndex={0}
      aria-label="Position in the recording"
      aria-valuemin={0}
      aria-valuemax={Math.floor(totalMs / 1000)}
      aria-valuenow={seconds}
      aria-valuetext={spoken}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} aria-hidden="true" />
    </div>
  );
};
