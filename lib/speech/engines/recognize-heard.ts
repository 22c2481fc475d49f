import type { HeardSpeech } from '#lib/speech/audio/find-speech.ts';
import type { TimeSpan } from '#lib/speech/audio/time-span.ts';
import { type ModelChoice, modelOf, modelsFor } from './choose-models.ts';
import type { RecognizeOptions } from './engine.ts';
import { joinSpeech } from './join-speech.ts';
import type { LoadedModel } from './load-models.ts';
import type { SpeechModelName } from './models.ts';
import { recognizeSegments, type RecognizedSegment, type RecognizedSpeech } from './recognize.ts';
import { spokenRuns, stretchLengths } from './spoken-runs.ts';

/** Options for a chunk. `model` is one of the loaded models, or `auto` for the one that suits each stretch of speech. */
export type ChunkOptions = RecognizeOptions & { readonly model: ModelChoice };

/** The text of a chunk, whose segments name the model that wrote them. */
export type RecognizedChunk = RecognizedSpeech<RecognizedSegment & { readonly model: SpeechModelName }>;

/** Speech that was detected in a span of the audio. */
type Heard = { readonly heard: HeardSpeech; readonly span: TimeSpan };

/** Recognizes detected speech, each part of it by the model of its language. */
export const recognizeHeard = async (
  { heard, span }: Heard,
  models: readonly LoadedModel[],
  options: ChunkOptions,
): Promise<RecognizedChunk> => {
  const parts = await partsOf({ heard, span }, modelsFor(models, options), options);
  const texts: RecognizedChunk[] = [];
  for (const { model, engine, languageHints, probability, within } of parts) {
    const segments = heard.segments(model.segments, within);
    const speech = await recognizeSegments(engine, segments, { ...options, languageHints });
    texts.push({ ...speech, segments: speech.segments.map(writtenBy(model.name, probability)) });
  }
  return joinSpeech(texts);
};

/** A part of a chunk, or all of it, for one model. `probability` is that of its language, if it was detected beforehand. */
type Part = LoadedModel & {
  readonly languageHints: readonly string[];
  readonly probability: number | null;
  readonly within?: TimeSpan;
};

/** Divides a chunk where its language changes, unless only one language is expected or no model can detect it. */
const partsOf = async (
  { heard, span }: Heard,
  models: readonly LoadedModel[],
  { languageHints }: ChunkOptions,
): Promise<Part[]> => {
  const whole = models.slice(0, 1).map((one): Part => ({ ...one, languageHints, probability: null }));
  const detect = models.find(({ engine }) => engine.detectLanguage)?.engine.detectLanguage;
  if (!detect || (models.length === 1 && languageHints.length === 1)) return whole;
  const runs = await spokenRuns(heard.segments(stretchLengths), span, (pcm) => detect(pcm, languageHints));
  return runs.flatMap(({ language, probability, ...within }): Part[] => {
    const one = modelOf(models, language);
    if (!one) return [];
    // A model that hears the whole of a segment detects its language better.
    const isAlone = runs.length === 1 && one.model.detectsLanguage;
    return [
      isAlone
        ? { ...one, languageHints, probability: null }
        : { ...one, languageHints: [language], probability, within },
    ];
  });
};

const writtenBy =
  (model: SpeechModelName, probability: number | null) =>
  (segment: RecognizedSegment): RecognizedChunk['segments'][number] => ({
    ...segment,
    model,
    languageConfidence: segment.languageConfidence ?? probability,
  });
