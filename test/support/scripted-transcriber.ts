import type { LiveDecision, LiveFinal, LiveTranscriber } from '#lib/speech/live/live-transcriber.ts';
import { livePrerollMs } from '#lib/speech/live/open-transcriber.ts';

/** Sound consists of blocks of 10 ms at 16 kHz. All samples of a block have the same value: its number, or 0 for silence. */
export const blockMs = 10;
const blockSamples = 160;
const maxSegmentMs = 10_000;
const maxSilenceMs = 10_000;

export type Span = { readonly ms: number; readonly isSpeech: boolean };

export const speech = (ms: number): Span => ({ ms, isSpeech: true });
export const silence = (ms: number): Span => ({ ms, isSpeech: false });

/** The PCM of a recording, 16 kHz mono. Its spoken blocks are numbered from 1. */
export const soundOf = (spans: readonly Span[]): Buffer => {
  const blocks = spans.flatMap(({ ms, isSpeech }) => Array.from({ length: ms / blockMs }, () => isSpeech));
  const bytes = Buffer.alloc(blocks.length * blockSamples * 2);
  blocks.forEach((isSpeech, block) => {
    if (!isSpeech) return;
    for (let sample = 0; sample < blockSamples; sample += 1)
      bytes.writeInt16LE(block + 1, (block * blockSamples + sample) * 2);
  });
  return bytes;
};

/** The numbers of the spoken blocks in a sound. */
export const spokenIn = (sound: Buffer): number[] => {
  const found: number[] = [];
  for (let at = 0; at < sound.length; at += blockSamples * 2)
    if (sound.readInt16LE(at) !== 0) found.push(sound.readInt16LE(at));
  return found;
};
export const spokenOf = (texts: readonly string[]): number[] =>
  texts
    .flatMap((text) => text.split(' '))
    .filter((range) => /^\d/.test(range))
    .flatMap((range) => {
      const [from = 0, to = from] = range.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    });

const rangesOf = (values: readonly number[]): string => {
  const ranges: [number, number][] = [];
  for (const value of values) {
    const last = ranges.at(-1);
    if (last?.[1] === value - 1) last[1] = value;
    else ranges.push([value, value]);
  }
  return ranges.map(([from, to]) => `${from}-${to}`).join(' ');
};

type Start = {
  readonly committedMs: number;
  readonly silenceMs: number | null;
  /** Starts each text with a word, because texts without letters are not translated. */
  readonly hasWord?: boolean;
};

/** A transcriber whose texts are the numbers of the spoken blocks, so that a lost or repeated block is detected. */
export const scriptedTranscriber = ({ committedMs, silenceMs, hasWord = false }: Start): LiveTranscriber => {
  let throughMs = Math.max(0, committedMs - livePrerollMs);
  let block = { value: 0, samples: 0 };
  let decidedMs = committedMs;
  let spoken: number[] = [];
  let silentMs = 0;

  const decide = (reason: LiveDecision['reason']): LiveDecision => {
    const startMs = ((spoken[0] ?? 1) - 1) * blockMs;
    const endMs = (spoken.at(-1) ?? 0) * blockMs;
    const segment: LiveFinal = {
      startMs,
      endMs,
      text: (hasWord ? 'Blocks ' : '') + rangesOf(spoken),
      model: 'moonshine-tiny' as const,
      translatedText: null,
      language: 'en',
      languageConfidence: null,
      meanLogProb: -0.1,
      words: [],
    };
    const speechMs = spoken.length * blockMs;
    const segments = spoken.length > 0 ? [segment] : [];
    [spoken, silentMs, decidedMs] = [[], 0, throughMs];
    return { throughMs, segments, speechMs, unrecognizedMs: 0, foreignMs: 0, reason };
  };

  const hearBlock = (value: number): LiveDecision[] => {
    throughMs += blockMs;
    if (throughMs <= committedMs) return [];
    if (value !== 0) spoken.push(value);
    silentMs = value === 0 ? silentMs + blockMs : 0;
    if (spoken.length === 0) return silentMs >= maxSilenceMs ? [decide('silence')] : [];
    if (silenceMs !== null && silentMs >= silenceMs) return [decide('silence')];
    return throughMs - decidedMs >= maxSegmentMs ? [decide('length')] : [];
  };

  return {
    get isSpeech() {
      return spoken.length > 0 && silentMs === 0;
    },
    hear: async (pcm) => {
      const decisions: LiveDecision[] = [];
      for (let at = 0; at < pcm.length;) {
        const taken = Math.min(blockSamples - block.samples, pcm.length - at);
        const value = block.samples === 0 ? (pcm[at] ?? 0) : block.value;
        block = { value, samples: block.samples + taken };
        at += taken;
        if (block.samples < blockSamples) break;
        block = { value: 0, samples: 0 };
        decisions.push(...hearBlock(value));
      }
      return decisions;
    },
    flush: async (reason) => (throughMs > decidedMs ? [decide(reason)] : []),
    partial: async () =>
      spoken.length === 0
        ? undefined
        : {
            startMs: ((spoken[0] ?? 1) - 1) * blockMs,
            text: rangesOf(spoken),
            stableChars: 0,
            language: 'en',
          },
  };
};
