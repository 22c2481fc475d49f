import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { subtractSpans, totalMs } from '#lib/speech/audio/time-span.ts';
import type { LanguageDetector } from './detect-language.ts';
import type { DetectedLanguage, RecognizeOptions, Recognition } from './engine.ts';
import { isHallucination } from './judge.ts';
import type { LoadedModel } from './load-models.ts';
import { isLostInNoise } from './lost-in-noise.ts';
import type { SpeechModel, SpeechModelName } from './models.ts';
import { recognizeSegments, type RecognizedSpeech } from './recognize.ts';
import { firstTextsOf, recognizeAssisted } from './recognize-assisted.ts';
import { isSure } from './second-opinion.ts';
import { isCertain, isLong, minStretchMs } from './spoken-runs.ts';

/** Speech cut for a model, and in stretches whose language can be detected. */
type Speech = Pick<LanguageDetector, 'glance' | 'detect'> & {
  readonly segmentsFor: (model: SpeechModel) => readonly SpeechSegment[];
  readonly stretches: readonly SpeechSegment[];
};

/** `model` wrote the segments that name none themselves. `probability` is that of the language. */
type SpeechInOneLanguage = RecognizedSpeech &
  Pick<DetectedLanguage, 'probability'> & { readonly model: SpeechModelName };

/** At a glance the language of the model is likelier than all others together. Then its text is worth having, which mostly decides. */
const minGlance = 0.5;

/**
 * The text of a chunk by a model that detects no language, with the second opinion of a wider one, or by the wider one alone where
 * noise hides much of the speech. Undefined if the chunk does not begin in a language of the model, or if a stretch of which the
 * model is not sure is in another one: then the chunk is to be divided by language. So a chunk in the model's own language costs
 * few detections.
 */
export const inOneLanguage = async (
  { stretches, segmentsFor, detect, glance }: Speech,
  { own, wider }: { readonly own: LoadedModel; readonly wider: LoadedModel },
  options: RecognizeOptions,
): Promise<SpeechInOneLanguage | undefined> => {
  const isOwn = ({ language }: DetectedLanguage): boolean => own.model.languages.includes(language);
  const [first, ...others] = stretches.filter(isLong);
  if (!first) return undefined;
  const isFound = (begin: DetectedLanguage): boolean => isCertain(begin) && isOwn(begin);
  const seen = await glance(first);
  const isLikely = isOwn(seen) && seen.probability >= minGlance;
  if (!isLikely && !isFound(await detect(first))) return undefined;

  const segments = segmentsFor(own.model);
  const texts = await firstTextsOf(own.engine, segments, options);
  const { sure = [], unsure = [] } = Object.groupBy(segments, (segment) =>
    isSureText(texts.get(segment)) ? 'sure' : 'unsure',
  );
  const isSureIn = (stretch: SpeechSegment): boolean =>
    totalMs(subtractSpans([stretch], sure)) < minStretchMs;
  const isShown = isLikely && isSureIn(first);
  const begin = isShown ? seen : await detect(first);
  if (!isShown && !isFound(begin)) return undefined;
  for (const stretch of others) {
    if (isSureIn(stretch)) continue;
    const found = await detect(stretch);
    if (isCertain(found) && !isOwn(found)) return undefined;
  }
  const { probability } = begin;
  if (isLostInNoise(segments, unsure)) {
    const { model, engine } = wider;
    const speech = await recognizeSegments(engine, segmentsFor(model), options);
    return { ...speech, probability, model: model.name };
  }
  const speech = await recognizeAssisted({ engine: own.engine, wider }, texts, options);
  return { ...speech, probability, model: own.model.name };
};

const isSureText = (text: Recognition | undefined): boolean =>
  text !== undefined && isSure(text) && !isHallucination(text);
