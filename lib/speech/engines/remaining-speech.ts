import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { toSamples } from '#lib/speech/audio/pcm.ts';
import { clipSpans, subtractSpans, type TimeSpan, totalMs } from '#lib/speech/audio/time-span.ts';
import type { Word } from './engine.ts';
import { findPauses } from './pauses.ts';
import { maxWordMs } from './word-lengths.ts';

/** Less speech after the last word is its own end, or a breath. */
const minRemainingMs = 700;
/** Less speech between two words is a sound of hesitation, or a word that is spoken slowly. */
const minSkippedMs = 1_500;
const maxPadMs = 200;

/** When a word ends at the latest. Alignment lets a word last until the next one, or until the end of the audio. */
const latestEndMs = ({ text, startMs, endMs }: Word): number => Math.min(endMs, startMs + maxWordMs(text));

/** How long a word likely lasts: few need the time that the slowest need. */
const likelyMs = ({ text }: Word): number => Math.round(0.6 * maxWordMs(text));

/** Finds the speech of a segment, without its pauses, in a span. */
const spokenWithin = ({ startMs, padMs, voiced }: SpeechSegment, pcm: Float32Array) => {
  const offsetMs = startMs - padMs;
  const pauses = findPauses(pcm).map((pause) => ({
    startMs: offsetMs + pause.startMs,
    endMs: offsetMs + pause.endMs,
  }));
  return (span: TimeSpan): readonly TimeSpan[] => subtractSpans(clipSpans(voiced, span), pauses);
};

const partUntil = (segment: SpeechSegment, endMs: number): SpeechSegment => {
  const { startMs, padMs, voiced } = segment;
  return {
    startMs,
    endMs,
    padMs,
    pcm: segment.pcm.subarray(0, toSamples(endMs - startMs + padMs)),
    voiced: clipSpans(voiced, { startMs, endMs }),
  };
};

/** The part of a segment from a time on, with the sound before it back to `afterMs`. */
const partFrom = (segment: SpeechSegment, startMs: number, afterMs: number): SpeechSegment => {
  const { endMs, voiced } = segment;
  const padMs = Math.min(maxPadMs, startMs - afterMs);
  return {
    startMs,
    endMs,
    padMs,
    pcm: segment.pcm.subarray(toSamples(startMs - padMs - (segment.startMs - segment.padMs))),
    voiced: clipSpans(voiced, { startMs, endMs }),
  };
};

/**
 * The speech of a segment that its text does not reach: a decoder may end a text early, for example where the next speaker or
 * language begins. `words` have times of the file. Undefined if the text reaches the end.
 */
export const remainingSpeech = (
  segment: SpeechSegment,
  words: readonly Word[],
  pcm: Float32Array,
): SpeechSegment | undefined => {
  const last = words.at(-1);
  if (!last) return undefined;
  const textEndMs = latestEndMs(last);
  const spoken = spokenWithin(segment, pcm);
  const remaining = spoken({ startMs: textEndMs, endMs: segment.endMs });
  const [first] = remaining;
  if (!first || totalMs(remaining) <= minRemainingMs) return undefined;
  if (first.startMs > textEndMs) return partFrom(segment, first.startMs, textEndMs);
  // Speech goes on without a pause, so it may have begun when the word likely ended.
  const likelyEndMs = Math.min(textEndMs, last.startMs + likelyMs(last));
  const [adjoining = first] = spoken({ startMs: likelyEndMs, endMs: segment.endMs });
  return partFrom(segment, adjoining.startMs, likelyEndMs);
};

/** Speech that a text skips between its words. */
export type Skipped = {
  readonly spokenMs: number;
  /** The segment in two, parted where the first such speech begins; where it ends if it follows the first word. */
  readonly parts: readonly [SpeechSegment, SpeechSegment];
};

/** The speech that a text skips, as a decoder does with another voice. Undefined if there is none. */
export const skippedSpeech = (
  segment: SpeechSegment,
  words: readonly Word[],
  pcm: Float32Array,
): Skipped | undefined => {
  const gaps = words
    .slice(1)
    .map((next, i) => {
      const before = words[i] ?? next;
      return { startMs: latestEndMs(before), endMs: next.startMs, firstWord: i === 0 ? before : undefined };
    })
    .filter(({ startMs, endMs }) => endMs - startMs > minSkippedMs);
  if (gaps.length === 0) return undefined;
  const spoken = spokenWithin(segment, pcm);
  const skipped = gaps
    .map((gap) => ({ gap, spans: spoken(gap) }))
    .filter(({ spans }) => totalMs(spans) > minSkippedMs);
  const [first] = skipped;
  const [span] = first?.spans ?? [];
  if (!first || !span) return undefined;
  const { startMs: textEndMs, endMs, firstWord } = first.gap;
  const spokenMs = skipped.reduce((sum, { spans }) => sum + totalMs(spans), 0);
  if (!firstWord)
    return { spokenMs, parts: [partUntil(segment, textEndMs), partFrom(segment, span.startMs, textEndMs)] };
  // Alignment places the first word where the audio begins, although it was said with the second one.
  const wordMs = Math.max(textEndMs, endMs - likelyMs(firstWord));
  return { spokenMs, parts: [partUntil(segment, wordMs), partFrom(segment, wordMs, wordMs)] };
};
