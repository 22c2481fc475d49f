import * as z from 'zod';

/** What a speech model can do, for those who must know without loading it. Languages are primary BCP-47 subtags. */
export type SpeechModel = {
  readonly engine: 'moonshine';
  readonly languages: readonly string[];
  /** Whether it tells which language it hears. One that cannot writes its own down, whatever is spoken. */
  readonly detectsLanguage: boolean;
  /** Languages into which it translates speech by itself. */
  readonly translatesTo: readonly string[];
};

/** The models a deployment can choose from, by its `speechModel` setting. */
export const SpeechModelName = z.enum(['moonshine-tiny']);
export type SpeechModelName = z.infer<typeof SpeechModelName>;
export const defaultSpeechModel = 'moonshine-tiny' satisfies SpeechModelName;

export const speechModels = {
  'moonshine-tiny': { engine: 'moonshine', languages: ['en'], detectsLanguage: false, translatesTo: [] },
} as const satisfies Readonly<Record<SpeechModelName, SpeechModel>>;

/** The model named in a function's environment. */
export const speechModel = SpeechModelName.transform((name): SpeechModel => speechModels[name]);
