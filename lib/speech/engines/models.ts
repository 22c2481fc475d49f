import * as z from 'zod';
import type { SegmentLengths } from '#lib/speech/audio/segmenter.ts';
import type { ChunkLengths } from '#lib/speech/audio/chunk.ts';

/** The capabilities of a speech model, known without loading it. Languages are primary BCP-47 subtags. */
export type SpeechModel = {
  readonly name: SpeechModelName;
  readonly engine: 'moonshine' | 'whisper';
  /** Its folder below `models/` in the speech runtime. */
  readonly folder: string;
  readonly languages: readonly string[];
  /** Whether the model detects the spoken language. If not, it treats all speech as its own language. */
  readonly detectsLanguage: boolean;
  /** Languages that the model itself can translate speech into. */
  readonly translatesTo: readonly string[];
  readonly segments: SegmentLengths;
  readonly chunks: ChunkLengths;
};

/** The values of a deployment's `speechModels` setting. */
export const SpeechModelName = z.enum([
  'moonshine-tiny',
  'whisper-tiny',
  'whisper-base',
  'whisper-small',
  'whisper-large-v3-turbo',
]);
export type SpeechModelName = z.infer<typeof SpeechModelName>;
/** At least one model, each once. */
export const SpeechModelNames = z
  .tuple([SpeechModelName], SpeechModelName)
  .refine((names) => new Set(names).size === names.length, 'Name each model once.');
export type SpeechModelNames = z.infer<typeof SpeechModelNames>;
/** The setting `speechModels`: an array, or a string of names with commas between them. */
export const speechModelList = z
  .union([z.array(z.unknown()), z.string().transform((text): unknown[] => text.split(','))])
  .pipe(SpeechModelNames)
  .default(['moonshine-tiny']);
export type WhisperModelName = Exclude<SpeechModelName, 'moonshine-tiny'>;

/** The languages in Whisper's own order. Its code for Norwegian is "no"; "nb" is accepted too. */
const whisperLanguages = (
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no nb th ur hr bg lt la mi ml ' +
  'cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi ' +
  'lo uz fo ht ps tk nn mt sa lb my bo fil mg as tt haw ln ha ba jv su'
).split(' ');

const whisper = (name: WhisperModelName, languages: readonly string[] = whisperLanguages): SpeechModel => ({
  name,
  engine: 'whisper',
  folder: name,
  languages,
  detectsLanguage: true,
  translatesTo: ['en'],
  // Whisper processes windows of 30 s, and a partly filled window takes as long.
  segments: { targetMs: 29_000, maxMs: 29_000, gapMs: 3_000 },
  chunks: { minMs: 20_000, maxMs: 29_000 },
});

export const speechModels = {
  'moonshine-tiny': {
    name: 'moonshine-tiny',
    engine: 'moonshine',
    folder: 'moonshine',
    languages: ['en'],
    detectsLanguage: false,
    translatesTo: [],
    // Moonshine hallucinates in longer segments and across silence.
    segments: { targetMs: 10_000, maxMs: 15_000, gapMs: 1_000 },
    // Recognizing such a chunk takes 0.4 s on a laptop and an estimated 1.3 s on Lambda. Shorter chunks are cut outside
    // pauses more often.
    chunks: { minMs: 12_000, maxMs: 20_000 },
  },
  'whisper-tiny': whisper('whisper-tiny'),
  'whisper-base': whisper('whisper-base'),
  'whisper-small': whisper('whisper-small'),
  // The third version of Whisper added Cantonese.
  'whisper-large-v3-turbo': whisper('whisper-large-v3-turbo', [...whisperLanguages, 'yue']),
} as const satisfies Readonly<Record<SpeechModelName, SpeechModel>>;

/** The joint offer of a deployment's speech models. */
export type SpeechOffer = Pick<SpeechModel, 'languages' | 'translatesTo' | 'chunks'> & {
  readonly models: readonly SpeechModel[];
};

/**
 * Combines what these models offer. Chunks suit the model that needs the longest ones. If several models support a
 * language, the first one recognizes it.
 */
export const offerOf = (names: SpeechModelNames): SpeechOffer => {
  const models = names.map((name): SpeechModel => speechModels[name]);
  const all = (of: (model: SpeechModel) => readonly string[]): string[] => [...new Set(models.flatMap(of))];
  return {
    models,
    languages: all(({ languages }) => languages),
    translatesTo: all(({ translatesTo }) => translatesTo),
    chunks: {
      minMs: Math.max(...models.map(({ chunks }) => chunks.minMs)),
      maxMs: Math.max(...models.map(({ chunks }) => chunks.maxMs)),
    },
  };
};
