import { hearSpeech, type HeardSpeech } from '#lib/speech/audio/find-speech.ts';
import { loadSilero } from '#lib/speech/audio/silero.ts';
import type { Chunk } from '#lib/speech/audio/split.ts';
import type { TimeSpan } from '#lib/speech/audio/time-span.ts';
import { type ModelChoice, modelOf, modelsFor } from './choose-models.ts';
import type { RecognizeOptions, SpeechEngine } from './engine.ts';
import type { SpeechModel, SpeechModelName } from './models.ts';
import { joinSpeech } from './join-speech.ts';
import { loadMoonshine } from './moonshine.ts';
import { recognizeSegments, type RecognizedSegment, type RecognizedSpeech } from './recognize.ts';
import { spokenRuns, stretchLengths } from './spoken-runs.ts';
import { loadWhisper } from './whisper.ts';

const loaders = { moonshine: loadMoonshine, whisper: loadWhisper } as const;

/** Options for a chunk. `model` is one of the loaded models, or `auto` for the one that suits each stretch of speech. */
export type ChunkOptions = RecognizeOptions & { readonly model: ModelChoice };

/** The text of a chunk, whose segments name the model that wrote them. */
export type RecognizedChunk = RecognizedSpeech<RecognizedSegment & { readonly model: SpeechModelName }>;

/** Turns chunks into text by voice activity detection and speech engines. Not for concurrent use. */
export type Recognizer = {
  recognize(chunk: Chunk, options: ChunkOptions): Promise<RecognizedChunk>;
  close(): Promise<void>;
};

/** Loads the models from the speech runtime in `speechDir`. Takes a few tenths of a second. */
export const loadRecognizer = async (
  models: readonly SpeechModel[],
  speechDir: string,
): Promise<Recognizer> => {
  const [voiceActivity, ...engines] = await Promise.all([
    loadSilero({ speechDir }),
    ...models.map((model) => loaders[model.engine]({ speechDir, model })),
  ]);
  const loaded = models.flatMap((model, i) => (engines[i] ? [{ model, engine: engines[i] }] : []));
  return {
    async recognize(chunk, options) {
      const heard = await hearSpeech(chunk, voiceActivity);
      const parts = await partsOf(heard, { chunk, loaded: modelsFor(loaded, options), options });
      const texts: RecognizedChunk[] = [];
      for (const { model, engine, languageHints, probability, within } of parts) {
        const segments = heard.segments(model.segments, within);
        const speech = await recognizeSegments(engine, segments, { ...options, languageHints });
        texts.push({ ...speech, segments: speech.segments.map(writtenBy(model.name, probability)) });
      }
      return joinSpeech(texts);
    },
    async close() {
      await Promise.all([voiceActivity, ...engines].map((one) => one.close()));
    },
  };
};

type Loaded = { readonly model: SpeechModel; readonly engine: SpeechEngine };

/** A part of a chunk, or all of it, for one model. `probability` is that of its language, if it was detected beforehand. */
type Part = Loaded & {
  readonly languageHints: readonly string[];
  readonly probability: number | null;
  readonly within?: TimeSpan;
};

type Job = { readonly chunk: Chunk; readonly loaded: readonly Loaded[]; readonly options: ChunkOptions };

/** Divides a chunk where its language changes, unless only one language is expected or no model can detect it. */
const partsOf = async (heard: HeardSpeech, { chunk, loaded, options }: Job): Promise<Part[]> => {
  const { languageHints } = options;
  const whole = loaded.slice(0, 1).map((one): Part => ({ ...one, languageHints, probability: null }));
  const detect = loaded.find(({ engine }) => engine.detectLanguage)?.engine.detectLanguage;
  if (!detect || (loaded.length === 1 && languageHints.length === 1)) return whole;
  const { startMs, endMs } = chunk;
  const runs = await spokenRuns(heard.segments(stretchLengths), { startMs, endMs }, (pcm) =>
    detect(pcm, languageHints),
  );
  return runs.flatMap(({ language, probability, ...within }): Part[] => {
    const one = modelOf(loaded, language);
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
