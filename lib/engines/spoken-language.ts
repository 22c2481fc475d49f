import { JobFailure } from '#lib/errors.ts';
import type { SpeechModel } from './models.ts';
import type { RecognizedSegment } from './recognize.ts';

/** Moonshine writes English down with −0.02 to −0.21 a token; what it mishears as English with −0.50 and less. */
const leastMeanLogProb = -0.4;
/** Two or three words can sound unsure in any language. */
const fewestTokens = 10;

type Scored = Pick<RecognizedSegment, 'tokens' | 'meanLogProb'>;

/** Whether the texts of a whole file read as if the engine knew their language. For engines that cannot tell it. */
export function isSpokenLanguage(segments: readonly Scored[]): boolean {
  const tokens = segments.reduce((sum, segment) => sum + segment.tokens, 0);
  const logProb = segments.reduce((sum, segment) => sum + segment.tokens * segment.meanLogProb, 0);
  return tokens < fewestTokens || logProb >= leastMeanLogProb * tokens;
}

/** Throws `language_not_supported` where `isSpokenLanguage` says no. */
export function assertSpokenLanguage(segments: readonly Scored[], model: SpeechModel): void {
  if (model.detectsLanguage || isSpokenLanguage(segments)) return;
  throw new JobFailure(
    'language_not_supported',
    `The speech does not sound like a language of this deployment, which transcribes ${model.languages.join(', ')} only.`,
    { supported_languages: model.languages },
  );
}
