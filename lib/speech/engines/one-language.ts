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

/** Speech that can be cut for a model, and its stretches, whose language can be detected. */
type Speech = Pick<LanguageDetector, 'glance' | 'detect'> & {
  readonly segmentsFor: (model: SpeechModel) => readonly SpeechSegment[];
  readonly stretches: readonly SpeechSegment[];
};

/** `model` produced the segments that name no model. `probability` is the probability of the language. */
type SpeechInOneLanguage = RecognizedSpeech &
  Pick<DetectedLanguage, 'probability'> & { readonly model: SpeechModelName };

/**
 * The minimum probability of the model's language in a glance: it is then likelier than all others together, so the
 * model's text, which usually decides, is worth making.
 */
const minGlance = 0.5;

/**
 * Recognizes a chunk with a model that detects no language. A wider model gives second opinions, or recognizes the whole
 * chunk if noise hides much of the speech. Undefined if the chunk does not begin in a language of the model, or if a
 * stretch of which the model is unsure is in another language: the caller then divides the chunk by language. So a chunk
 * in the model's own language needs few detections.
 */
export const inOneLanguage = async (
  { stretches, segmentsFor, detect, glance }: Speech,
  { own, wider }: { readonly own: LoadedModel; readonly wider: LoadedModel },
  options: RecognizeOptions,
): Promise<SpeechInOneLanguage | undefined> => {
  const isOwn = ({ language }: DetectedLanguage): boolean => own.model.languages.includes(language);
  const isCertainlyOwn = (found: DetectedLanguage): boolean => isCertain(found) && isOwn(found);
  const [first, ...others] = stretches.filter(isLong);
  if (!first) return undefined;
  const glimpsed = await glance(first);
  const isLikelyOwn = isOwn(glimpsed) && glimpsed.probability >= minGlance;
  if (!isLikelyOwn && !isCertainlyOwn(await detect(first))) return undefined;

  const segments = segmentsFor(own.model);
  const texts = await firstTextsOf(own.engine, segments, options);
  const { sure = [], unsure = [] } = Object.groupBy(segments, (segment) =>
    isSureText(texts.get(segment)) ? 'sure' : 'unsure',
  );
  // Sure texts of the model show that a stretch is in its language.
  const hasSureText = (stretch: SpeechSegment): boolean =>
    totalMs(subtractSpans([stretch], sure)) < minStretchMs;
  const isShownOwn = isLikelyOwn && hasSureText(first);
  const firstLanguage = isShownOwn ? glimpsed : await detect(first);
  if (!isShownOwn && !isCertainlyOwn(firstLanguage)) return undefined;
  for (const stretch of others) {
    if (hasSureText(stretch)) continue;
    const found = await detect(stretch);
    if (isCertain(found) && !isOwn(found)) return undefined;
  }
  const { probability } = firstLanguage;
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
