import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { toSamples } from '#lib/speech/audio/pcm.ts';
import { clipSpans, subtractSpans, type TimeSpan, totalMs } from '#lib/speech/audio/time-span.ts';
import type { Word } from './engine.ts';
import { findPauses } from './pauses.ts';
import { maxWordMs } from './word-lengths.ts';

/** Less speech than this after the last word is the end of that word, or a breath. */
const minRemainingMs = 700;
/** Less speech than this between two words is a hesitation sound, or a slow word. */
const minSkippedMs = 1_500;
const maxPadMs = 200;

/** The latest plausible end of a word. Alignment extends a word to the start of the next one, or to the end of the audio. */
const latestEndMs = ({ text, startMs, endMs }: Word): number => Math.min(endMs, startMs + maxWordMs(text));

/** The likely duration of a word: few words need the longest plausible time. */
const likelyMs = ({ text }: Word): number => Math.round(0.6 * maxWordMs(text));

/** Returns a function that finds the speech of a segment, without its pauses, in a span. */
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

/** The part of a segment from `startMs` on, with a pad of earlier sound that reaches back to `afterMs` at most. */
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
 * The speech at the end of a segment that its text omits: a decoder may end a text early, for example where the next
 * speaker or language begins. The times of `words` count from the start of the file. Undefined if the text reaches the
 * end.
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
  // The speech continues without a pause, so it may have begun at the likely end of the word.
  const likelyEndMs = Math.min(textEndMs, last.startMs + likelyMs(last));
  const [adjoining = first] = spoken({ startMs: likelyEndMs, endMs: segment.endMs });
  return partFrom(segment, adjoining.startMs, likelyEndMs);
};

/** Speech that a text skips between its words. */
export type Skipped = {
  readonly spokenMs: number;
  /**
   * The segment in two parts, divided where the first skipped speech begins, or, if that follows the first word, where
   * it ends.
   */
  readonly parts: readonly [SpeechSegment, SpeechSegment];
};

/** The speech that a text skips between its words, as a decoder may do with another voice. Undefined if there is none. */
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
  // Alignment puts the first word at the start of the audio, although it was said together with the second one.
  const wordMs = Math.max(textEndMs, endMs - likelyMs(firstWord));
  return { spokenMs, parts: [partUntil(segment, wordMs), partFrom(segment, wordMs, wordMs)] };
};
