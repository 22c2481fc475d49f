import type { HeardSpeech, SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import type { TimeSpan } from '#lib/speech/audio/time-span.ts';
import { type ModelChoice, modelsFor, modelsOf } from './choose-models.ts';
import { type LanguageDetector, languageDetector } from './detect-language.ts';
import type { RecognizeOptions } from './engine.ts';
import { joinSpeech } from './join-speech.ts';
import type { LoadedModel } from './load-models.ts';
import type { SpeechModel, SpeechModelName } from './models.ts';
import { inOneLanguage } from './one-language.ts';
import { recognizeSegments, type RecognizedSegment, type RecognizedSpeech } from './recognize.ts';
import { firstTextsOf, recognizeAssisted } from './recognize-assisted.ts';
import { type SpokenRun, spokenRuns, stretchLengths } from './spoken-runs.ts';

/** Options for a chunk. `model` is one of the loaded models, or `auto` for the one that suits each stretch of speech. */
export type ChunkOptions = RecognizeOptions & { readonly model: ModelChoice };

/** The text of a chunk. Each segment names the model that produced it. */
export type RecognizedChunk = RecognizedSpeech<RecognizedSegment & { readonly model: SpeechModelName }>;

/** Speech that was detected in a span of the audio. */
type Heard = { readonly heard: HeardSpeech; readonly span: TimeSpan };

/** Recognizes detected speech. The model for each part depends on its language. */
export const recognizeHeard = async (
  { heard, span }: Heard,
  models: readonly LoadedModel[],
  options: ChunkOptions,
): Promise<RecognizedChunk> => {
  const job = { span, loaded: modelsFor(models, options), options };
  const listening = listeningTo(heard, job);
  const own = listening && (await ownSpeech(heard, listening, job));
  if (own) return own;
  const parts: readonly Part[] = listening ? await partsOf(listening, job) : job.loaded.slice(0, 1);
  const texts: RecognizedChunk[] = [];
  for (const { model, engine, wider, run } of parts) {
    const segments = heard.segments(model.segments, run);
    const known = run && model.detectsLanguage ? { ...options, language: run.language } : options;
    const speech = wider
      ? await recognizeAssisted({ engine, wider }, await firstTextsOf(engine, segments, known), known)
      : await recognizeSegments(engine, segments, known);
    const probability = run?.probability ?? null;
    texts.push({ ...speech, segments: speech.segments.map(writtenBy(model.name, probability)) });
  }
  return joinSpeech(texts);
};

/**
 * A part of a chunk in one language, or the whole chunk, for one model. `wider` gives second opinions to a model that
 * detects no language.
 */
type Part = LoadedModel & { readonly wider?: LoadedModel; readonly run?: SpokenRun };

type Job = {
  readonly span: Heard['span'];
  readonly loaded: readonly LoadedModel[];
  readonly options: ChunkOptions;
};

/** Stretches of speech, and a detector of their language. */
type Listening = LanguageDetector & { readonly stretches: readonly SpeechSegment[] };

/** Undefined if only one language is expected, or no model can detect it. */
const listeningTo = (heard: HeardSpeech, { loaded, options }: Job): Listening | undefined => {
  const detect = loaded.find(({ engine }) => engine.detectLanguage)?.engine.detectLanguage;
  if (!detect || (loaded.length === 1 && options.languageHints.length === 1)) return undefined;
  return { stretches: heard.segments(stretchLengths), ...languageDetector(detect, options) };
};

/**
 * The text of a chunk if the first model detects no language and the chunk is in its language. Undefined if another
 * language is in the chunk.
 */
const ownSpeech = async (
  heard: HeardSpeech,
  listening: Listening,
  { loaded, options }: Job,
): Promise<RecognizedChunk | undefined> => {
  const [own, wider] = loaded;
  if (!own || !wider || own.model.detectsLanguage) return undefined;
  const segmentsFor = ({ segments }: SpeechModel): readonly SpeechSegment[] => heard.segments(segments);
  const speech = await inOneLanguage({ ...listening, segmentsFor }, { own, wider }, options);
  if (!speech) return undefined;
  const { probability, model, ...text } = speech;
  return { ...text, segments: text.segments.map(writtenBy(model, probability)) };
};

/** Divides a chunk where its language changes. */
const partsOf = async (
  { stretches, ...detector }: Listening,
  { span, loaded, options }: Job,
): Promise<Part[]> => {
  const runs = await spokenRuns(
    stretches,
    { ...span, languageBefore: options.languageBefore ?? null },
    detector,
  );
  return runs.flatMap((run): Part[] => {
    const [one = loaded.find(({ model }) => model.detectsLanguage), wider] = modelsOf(loaded, run.language);
    if (!one) return [];
    // A model detects the language of a segment better if it hears all of it.
    const isAlone = runs.length === 1 && one.model.detectsLanguage && run.probability !== null;
    const isAssisted = !one.model.detectsLanguage && wider !== undefined;
    return [isAlone ? one : { ...one, run, ...(isAssisted ? { wider } : {}) }];
  });
};

const writtenBy =
  (model: SpeechModelName, probability: number | null) =>
  (segment: RecognizedSegment): RecognizedChunk['segments'][number] => ({
    model,
    ...segment,
    languageConfidence: segment.languageConfidence ?? probability,
  });
