import { JobFailure } from '#lib/errors.ts';
import type { RecognizedSegment } from './recognize.ts';

/** Moonshine writes English down with about −0.2 a token; other languages, which it mishears as English, with −0.6. */
const leastMeanLogProb = -0.4;

/**
 * Throws `language_not_supported` when the texts of a whole file read as if the engine did not know its language. Only
 * for an engine that cannot tell languages apart.
 */
export function assertSpokenLanguage(
  segments: readonly Pick<RecognizedSegment, 'tokens' | 'meanLogProb'>[],
  engineLanguages: readonly string[],
): void {
  const tokens = segments.reduce((sum, segment) => sum + segment.tokens, 0);
  const logProb = segments.reduce((sum, segment) => sum + segment.tokens * segment.meanLogProb, 0);
  if (logProb >= leastMeanLogProb * tokens) return;
  throw new JobFailure(
    'language_not_supported',
    `The speech does not sound like a language of this deployment, which transcribes ${engineLanguages.join(', ')} only.`,
    { supported_languages: engineLanguages },
  );
}
