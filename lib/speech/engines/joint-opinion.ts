import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { msSamples, toFloats } from '#lib/speech/audio/pcm.ts';
import type { TimeSpan } from '#lib/speech/audio/time-span.ts';
import type { RecognizeOptions, Recognition } from './engine.ts';
import type { FirstTexts } from './recognize.ts';
import { askWider, isDoubted, surerText, type Wider } from './second-opinion.ts';

/** The silence between segments in one window, which keeps their sentences apart. */
const silenceMs = 500;

type Doubted = { readonly segment: SpeechSegment; readonly first: Recognition };

/** Doubted speech, and its position in a window. */
type Placed = Doubted & TimeSpan;

/**
 * Gets second opinions of a wider model on all segments whose texts are doubted. Puts as many segments as possible into
 * a window, because a window costs the same with any content. Each segment gets the likelier of its two texts.
 */
export const withJointOpinions = async (
  texts: FirstTexts,
  wider: Wider,
  options: RecognizeOptions,
): Promise<FirstTexts> => {
  const chosen = new Map(texts);
  const doubted = [...texts].flatMap(([segment, first]) => (isDoubted(first) ? { segment, first } : []));
  for (const window of windowsOf(doubted, wider.model.segments.maxMs)) {
    const joint = await askWider(wider, samplesOf(window), options);
    for (const { segment, first, ...span } of window) {
      const part = window.length > 1 ? partOf(joint, span) : undefined;
      // A text may end early where another voice begins. Then the segment is recognized alone.
      const alone = async (): Promise<Recognition> =>
        part ? askWider(wider, toFloats(segment.pcm), options) : joint;
      const text = part?.text
        ? surerText(byWords(first), byWords(part), wider)
        : surerText(first, await alone(), wider);
      if (text.model === wider.model.name) chosen.set(segment, text);
    }
  }
  return chosen;
};

const lengthMs = ({ segment }: Doubted): number => segment.pcm.length / msSamples;

const windowsOf = (doubted: readonly Doubted[], maxMs: number): Placed[][] => {
  const windows: Placed[][] = [];
  for (const one of doubted) {
    const last = windows.at(-1);
    const startMs = last ? (last.at(-1)?.endMs ?? 0) + silenceMs : 0;
    if (last && startMs + lengthMs(one) <= maxMs)
      last.push({ ...one, startMs, endMs: startMs + lengthMs(one) });
    else windows.push([{ ...one, startMs: 0, endMs: lengthMs(one) }]);
  }
  return windows;
};

const samplesOf = (window: readonly Placed[]): Float32Array => {
  const samples = new Float32Array(msSamples * (window.at(-1)?.endMs ?? 0));
  for (const { segment, startMs } of window) samples.set(toFloats(segment.pcm), msSamples * startMs);
  return samples;
};

/** The part of a text between two times. */
const partOf = (text: Recognition, span: TimeSpan): Recognition => {
  const words = text.words
    .filter((word) => {
      const middleMs = (word.startMs + word.endMs) / 2;
      return middleMs >= span.startMs - silenceMs / 2 && middleMs < span.endMs + silenceMs / 2;
    })
    .map((word) => ({
      ...word,
      startMs: Math.max(0, word.startMs - span.startMs),
      endMs: Math.min(word.endMs, span.endMs) - span.startMs,
    }));
  return { ...text, text: words.map((word) => word.text).join(' '), words };
};

/** Computes `meanLogProb` from the words, because nothing else is known about a part of a text. */
const byWords = (text: Recognition): Recognition => {
  const logProbs = text.words.map(({ confidence }) => Math.log(Math.max(confidence, Number.EPSILON)));
  return { ...text, meanLogProb: logProbs.reduce((sum, one) => sum + one, 0) / logProbs.length };
};
