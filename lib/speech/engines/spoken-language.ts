import { JobFailure } from '#lib/platform/errors.ts';
import type { SpeechModel } from './models.ts';
import type { RecognizedSegment } from './recognize.ts';

/**
 * Of English the half that is worst understood has −0.02 to −0.3 a token, of what is misheard as English −0.5 and less.
 * Over little speech both scatter, so the bar is the lower the less there was to hear.
 */
const minLogProb = -0.35;
const doubtOfOneSecond = -0.4;

type Scored = Pick<RecognizedSegment, 'startMs' | 'endMs' | 'meanLogProb'>;

/**
 * Whether the texts of a whole file read as if the engine knew their language. For engines that cannot tell it. Half the
 * speech decides: a quotation in another language does no harm.
 */
export const isSpokenLanguage = (segments: readonly Scored[]): boolean => {
  const spokenMs = segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return (
    segments.length === 0 ||
    typicalLogProb(segments, spokenMs) >= minLogProb + (1_000 * doubtOfOneSecond) / spokenMs
  );
};

/** The median of the segments, each counted by its length. */
const typicalLogProb = (segments: readonly Scored[], spokenMs: number): number => {
  let heardMs = 0;
  for (const { startMs, endMs, meanLogProb } of segments.toSorted((a, b) => b.meanLogProb - a.meanLogProb)) {
    heardMs += endMs - startMs;
    if (2 * heardMs >= spokenMs) return meanLogProb;
  }
  return 0;
};

/** Throws `language_not_supported` where `isSpokenLanguage` says no. */
export const assertSpokenLanguage = (segments: readonly Scored[], model: SpeechModel): void => {
  if (model.detectsLanguage || isSpokenLanguage(segments)) return;
  throw new JobFailure(
    'language_not_supported',
    `The speech does not sound like a language of this deployment, which transcribes ${model.languages.join(', ')} only.`,
    { supported_languages: model.languages },
  );
};
