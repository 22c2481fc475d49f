import { splitBetween } from '#lib/platform/split-between.ts';
import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import type { SegmentLengths } from '#lib/speech/audio/segmenter.ts';
import { joinSamples } from '#lib/speech/audio/pcm.ts';
import { type TimeSpan, totalMs } from '#lib/speech/audio/time-span.ts';
import { type LanguageDetector, sureProbability } from './detect-language.ts';
import type { DetectedLanguage } from './engine.ts';

/** A part of a chunk in one language. Consecutive runs of a chunk meet in the pause between them. */
export type SpokenRun = TimeSpan & {
  readonly language: string;
  /** The mean probability of the language over the stretches that decided it. Null if none did. */
  readonly probability: number | null;
};

/**
 * Cuts stretches at short pauses, because the language mostly changes there. The language of stretches this long can be
 * detected.
 */
export const stretchLengths: SegmentLengths = { targetMs: 10_000, maxMs: 15_000, gapMs: 350 };

/**
 * A shorter or less certain stretch gets the language of its neighbours. Among 182 longer and more certain stretches in
 * eight languages, none had a wrong language. With a minimum probability of 0.6, two of 190 had.
 */
export const minStretchMs = 1_500;
const minProbability = 0.8;

/** Neighbours with a longer pause between them rarely have the same speaker. */
const maxPauseMs = 1_000;

export const isLong = ({ startMs, endMs }: TimeSpan): boolean => endMs - startMs >= minStretchMs;
/** Whether the language detected in a long stretch counts. */
export const isCertain = ({ probability }: DetectedLanguage): boolean => probability >= minProbability;

type Detected = DetectedLanguage & { readonly decides: boolean };

/** A span of a chunk, and the language that was spoken before it, if known. */
type RunSpan = TimeSpan & { readonly languageBefore: string | null };

/**
 * Detects the language of each stretch of speech, or of uncertain neighbours together, and joins neighbours of one
 * language. In noise, `glance` may be sure of a wrong language, so stretches that disagree are checked with more audio.
 * A stretch with a less than sure language keeps it only if it stays the likeliest when the language of the nearest sure
 * neighbour is preferred (ADR 27).
 */
export const spokenRuns = async (
  stretches: readonly SpeechSegment[],
  { languageBefore, ...span }: RunSpan,
  { detect, thoroughly, beside }: Pick<LanguageDetector, 'detect' | 'thoroughly' | 'beside'>,
): Promise<SpokenRun[]> => {
  const long = stretches.filter(isLong);
  if (languageBefore !== null && long.length === 0) {
    const before = { language: languageBefore, probability: null };
    return joinRuns(
      stretches.map((stretch) => ({ ...spanOf(stretch), ...before })),
      span,
    );
  }
  const detected = new Map<SpeechSegment, Detected>();
  const detectIn = async (some: readonly SpeechSegment[], by = detect): Promise<void> => {
    for (const stretch of some) {
      const found = await by(stretch);
      detected.set(stretch, { ...found, decides: isLong(stretch) && isCertain(found) });
    }
  };
  const settleDisagreement = async (): Promise<void> => {
    await detectIn(long, thoroughly);
    const sure = stretches.map((stretch) => ifSure(detected.get(stretch)));
    for (const [i, stretch] of stretches.entries()) {
      const own = detected.get(stretch);
      const { language: neighbour } = nearestCertain(sure, i);
      const isUnsure = own?.decides === true && !ifSure(own);
      if (isUnsure && neighbour !== '' && neighbour !== own.language)
        await detectIn([stretch], (one) => beside(one, neighbour));
    }
  };
  const detectInShort = async (): Promise<void> => {
    for (const group of undecidedGroups(stretches, detected)) {
      const found = await detect(joined(group));
      if (!isCertain(found)) continue;
      for (const stretch of group) detected.set(stretch, { ...found, decides: true });
    }
    const isDecided = detected.values().some(({ decides }) => decides);
    if (!isDecided) await detectIn(stretches.filter((stretch) => !isLong(stretch)));
  };
  await detectIn(long);
  if (languagesOf(detected).size > 1) await settleDisagreement();
  // The language spoken just before is a better sign than short stretches.
  if (languageBefore === null) await detectInShort();
  const languages = stretches.map((stretch) => detected.get(stretch));
  return joinRuns(
    stretches.map((stretch, i) => ({ ...spanOf(stretch), ...nearestCertain(languages, i) })),
    span,
  );
};

const ifSure = (found: Detected | undefined): Detected | undefined =>
  found && found.probability >= sureProbability ? found : undefined;

const languagesOf = (detected: ReadonlyMap<SpeechSegment, Detected>): ReadonlySet<string> =>
  new Set(detected.values().flatMap(({ decides, language }) => (decides ? [language] : [])));

/** Groups of neighbours that are too short to decide alone, but long enough together. */
const undecidedGroups = (
  stretches: readonly SpeechSegment[],
  detected: ReadonlyMap<SpeechSegment, Detected>,
): (readonly SpeechSegment[])[] => {
  const decides = (stretch: SpeechSegment): boolean => detected.get(stretch)?.decides ?? false;
  return splitBetween(
    stretches,
    (before, stretch) => decides(before) || decides(stretch) || stretch.startMs - before.endMs > maxPauseMs,
  ).filter((group) => group.length > 1 && totalMs(group) >= minStretchMs);
};

/** Joins stretches, without the pauses between them. */
const joined = (stretches: readonly SpeechSegment[]): SpeechSegment => {
  const pcm = joinSamples(stretches.map((stretch) => stretch.pcm));
  const { startMs = 0, padMs = 0 } = stretches[0] ?? {};
  const voiced = stretches.flatMap((stretch) => stretch.voiced);
  return { startMs, endMs: stretches.at(-1)?.endMs ?? startMs, padMs, pcm, voiced };
};

const spanOf = ({ startMs, endMs }: TimeSpan): TimeSpan => ({ startMs, endMs });

/** The language of the certain stretch nearest to `i`. If there is none, the likeliest language of all stretches. */
const nearestCertain = (detected: readonly (Detected | undefined)[], i: number): DetectedLanguage => {
  const byDistance = [...detected.entries()]
    .filter(([, one]) => one?.decides)
    .toSorted(([a], [b]) => Math.abs(a - i) - Math.abs(b - i));
  const [nearest] = byDistance;
  const [likeliest] = detected.flatMap((one) => one ?? []).toSorted((a, b) => b.probability - a.probability);
  const { language, probability } = nearest?.[1] ?? likeliest ?? { language: '', probability: 0 };
  return { language, probability };
};

const joinRuns = (stretches: readonly SpokenRun[], span: TimeSpan): SpokenRun[] => {
  const runs: { language: string; probabilities: (number | null)[]; startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs, language, probability } of stretches) {
    const last = runs.at(-1);
    if (last?.language === language) {
      last.endMs = endMs;
      last.probabilities.push(probability);
    } else runs.push({ language, probabilities: [probability], startMs, endMs });
  }
  const border = (i: number): number => Math.round(((runs[i - 1]?.endMs ?? 0) + (runs[i]?.startMs ?? 0)) / 2);
  return runs.map(({ language, probabilities }, i) => ({
    language,
    probability: meanOf(probabilities.filter((one) => one !== null)),
    startMs: i === 0 ? span.startMs : border(i),
    endMs: i === runs.length - 1 ? span.endMs : border(i + 1),
  }));
};

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
