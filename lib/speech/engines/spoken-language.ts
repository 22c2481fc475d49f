import { JobFailure } from '#lib/platform/errors.ts';
import { totalMs } from '#lib/speech/audio/time-span.ts';
import type { SpeechModelName, SpeechOffer } from './models.ts';
import type { RecognizedSegment, RecognizedSpeech } from './recognize.ts';

/** If most of a file's speech is foreign, the rest may be a guess too, unless the model is this sure. */
const minLogProbAmongForeign = -0.3;
/** With this share of foreign speech, a few words are a guess, however sure the model is. */
const maxForeignShare = 0.95;

type Scored = Pick<RecognizedSegment, 'startMs' | 'endMs' | 'meanLogProb'>;

/** The median over the segments, weighted by their length. */
const medianLogProb = (segments: readonly Scored[]): number => {
  const spokenMs = totalMs(segments);
  let sumMs = 0;
  for (const { startMs, endMs, meanLogProb } of segments.toSorted((a, b) => b.meanLogProb - a.meanLogProb)) {
    sumMs += endMs - startMs;
    if (2 * sumMs >= spokenMs) return meanLogProb;
  }
  return 0;
};

/**
 * The languages in which a file may be spoken: those of one model, or those of a deployment, which has no name.
 * `expected` are those of them that the hints of its job leave, by default all.
 */
type Spoken = Pick<SpeechOffer, 'languages'> & {
  readonly name?: SpeechModelName;
  readonly expected?: readonly string[];
};

/** The expected languages as text. Undefined if all are expected. */
const expectedOnly = ({ languages, expected = languages }: Spoken): string | undefined =>
  expected.length < languages.length ? expected.join(', ') : undefined;

/**
 * Throws a `JobFailure` if none of a file's speech was understood: `language_not_supported` if most of it sounds like
 * another language, otherwise `speech_not_understood`. A file without speech passes.
 */
export const assertUnderstood = (speech: RecognizedSpeech<Scored>, spoken: Spoken): void => {
  const { segments, speechMs, unrecognizedMs, foreignMs } = speech;
  const isMostlyForeign = foreignMs > 0 && 2 * foreignMs >= unrecognizedMs;
  const isSure = medianLogProb(segments) >= minLogProbAmongForeign && foreignMs < maxForeignShare * speechMs;
  const isGuessed = 2 * foreignMs > speechMs && !isSure;
  if (unrecognizedMs === 0 || (segments.length > 0 && !isGuessed)) return;
  if (isMostlyForeign) throw languageNotSupported(spoken);
  const expected = expectedOnly(spoken);
  const hinted = expected ? ` The job expects only ${expected}.` : '';
  throw new JobFailure(
    'speech_not_understood',
    `There is speech in the recording, but none of it could be understood, for example because of noise or many voices at once.${hinted}`,
    { speech_ms: speechMs },
  );
};

const languageNotSupported = (spoken: Spoken): JobFailure => {
  const { name, languages } = spoken;
  const expected = expectedOnly(spoken);
  const model = name ? `the model ${name}` : 'this deployment';
  const message = expected
    ? `The speech does not sound like ${expected}, and the job expects nothing else. Send the languages that are spoken as language_hints.`
    : `The speech does not sound like a language of ${model}, which transcribes ${languages.join(', ')} only.`;
  return new JobFailure('language_not_supported', message, { supported_languages: languages });
};
