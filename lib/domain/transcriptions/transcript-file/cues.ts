import { meetDirectly } from '#lib/platform/text.ts';
import type { Result } from '../result.ts';
import { cut, cutInto, maxCueMs, pauseMs, minCueMs } from './cut.ts';
import { type TranscriptLanguage, distinctTranslation } from './language.ts';
import { linesOf, timeToReadMs } from './lines.ts';
import { timedText, type TimedPiece } from './timed-text.ts';

type Segments = Result['segments'];

/** A caption: at most two lines of at most 42 characters (16 in Chinese, Japanese and Korean), or two of the original and two of its translation. */
export type Cue = {
  readonly startMs: number;
  readonly endMs: number;
  readonly lines: readonly string[];
  /** Null or absent for the mix of all channels. */
  readonly channel?: number | null;
};

/** A cue with the time of its speech. */
type Draft = Cue & { readonly readingMs: number };

/** Groups pieces into passages. A new one starts after a pause, or at a segment that follows the end of a sentence. */
const passages = (segments: readonly TimedPiece[][]): TimedPiece[][] => {
  const found: TimedPiece[][] = [];
  for (const [i, piece] of segments.flatMap((pieces) => [...pieces.entries()])) {
    const open = found.at(-1);
    const last = open?.at(-1);
    const startsPassage =
      !last || piece.startMs - last.endMs >= pauseMs || (i === 0 && last.ending === 'sentence');
    if (open && !startsPassage)
      open.push(i === 0 ? { ...piece, isSpaced: !meetDirectly(last.text, piece.text) } : piece);
    else found.push([piece]);
  }
  return found;
};

const draft = (timed: readonly TimedPiece[], texts: readonly TimedPiece[][]): Draft => ({
  startMs: timed[0]?.startMs ?? 0,
  endMs: timed.at(-1)?.endMs ?? 0,
  lines: texts.flatMap(linesOf),
  readingMs: Math.max(...texts.map(timeToReadMs)),
});

/**
 * Cuts the original and the translation of a segment into the same number of cues, which is the number that the longer
 * one needs.
 */
const bilingualDrafts = (segment: Segments[number]): Draft[] => {
  const original = timedText(segment, segment.text);
  const translation = timedText(segment, distinctTranslation(segment));
  const ofOriginal = cut(original);
  const ofTranslation = cut(translation);
  const originalLeads = ofOriginal.length >= ofTranslation.length;
  const lead = originalLeads ? ofOriginal : ofTranslation;
  const startsMs = lead.map((run) => run[0]?.startMs ?? 0);
  const follow = cutInto(originalLeads ? translation : original, lead.length, startsMs);
  // The original sets the times, unless it has fewer pieces than there are cues.
  const isTimedByLead = originalLeads || original.length < lead.length;
  return lead.map((run, i) => {
    const other = follow[i] ?? [];
    return draft(isTimedByLead ? run : other, originalLeads ? [run, other] : [other, run]);
  });
};

const draftsIn = (segments: Segments, language: 'original' | 'translated'): Draft[] =>
  passages(
    segments.map((segment) =>
      timedText(segment, language === 'original' ? segment.text : (segment.translatedText ?? '')),
    ),
  )
    .flatMap(cut)
    .map((run) => draft(run, [run]));

/** Sets each cue's time on screen, extended into the following silence if reading takes longer than speaking. */
const withTimes = (drafts: readonly Draft[], audioMs: number): Cue[] => {
  let last = -1;
  const starts = drafts.map(({ startMs }, i) => {
    last = Math.max(last + 1, Math.min(startMs, audioMs - (drafts.length - i)));
    return last;
  });
  return drafts.map(({ endMs, lines, readingMs }, i) => {
    const startMs = starts[i] ?? 0;
    const readMs = Math.max(minCueMs, Math.ceil(readingMs));
    const shownMs = Math.min(maxCueMs, Math.max(endMs - startMs, readMs));
    const latest = Math.max(startMs + 1, Math.min(audioMs, starts[i + 1] ?? Infinity));
    return { startMs, endMs: Math.min(startMs + shownMs, latest), lines };
  });
};

/**
 * The captions of a result, in order and without overlap. Each is shown for at most 7 s. If the next one leaves time, it
 * is shown for at least 1 s and long enough to be read. The segments are those of one channel. `audioMs` is the length
 * of the audio, if known.
 */
export const toCues = (
  segments: Segments,
  language: TranscriptLanguage,
  audioMs: number | null = null,
): Cue[] =>
  withTimes(
    language === 'both' ? segments.flatMap(bilingualDrafts) : draftsIn(segments, language),
    audioMs ?? Infinity,
  );
