import { JobFailure } from '#lib/platform/errors.ts';
import type { SpeechModel } from './models.ts';
import type { RecognizedSegment } from './recognize.ts';

/**
 * Mean log-probability per token: −0.02 to −0.3 for the worse half of English, −0.5 and less for other languages decoded as
 * English (bench/speech-checks.ts). Both scatter over short speech, so the threshold is lower for it.
 */
const minLogProb = -0.35;
const marginOfOneSecond = -0.4;

type Scored = Pick<RecognizedSegment, 'startMs' | 'endMs' | 'meanLogProb'>;

/**
 * Whether a whole file is in the language of an engine that cannot detect languages. Uses the median over the
 * speech, so that a quotation in another language does not matter.
 */
export const isSpokenLanguage = (segments: readonly Scored[]): boolean => {
  const spokenMs = segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return (
    segments.length === 0 ||
    medianLogProb(segments, spokenMs) >= minLogProb + (1_000 * marginOfOneSecond) / spokenMs
  );
};

/** The median of the segments, weighted by their length. */
const medianLogProb = (segments: readonly Scored[], spokenMs: number): number => {
  let sumMs = 0;
  for (const { startMs, endMs, meanLogProb } of segments.toSorted((a, b) => b.meanLogProb - a.meanLogProb)) {
    sumMs += endMs - startMs;
    if (2 * sumMs >= spokenMs) return meanLogProb;
  }
  return 0;
};

/** Throws a `JobFailure` with `language_not_supported` unless the file is in the model's language. */
export const assertSpokenLanguage = (segments: readonly Scored[], model: SpeechModel): void => {
  if (model.detectsLanguage || isSpokenLanguage(segments)) return;
  throw new JobFailure(
    'language_not_supported',
    `The speech does not sound like a language of this deployment, which transcribes ${model.languages.join(', ')} only.`,
    { supported_languages: model.languages },
  );
};
