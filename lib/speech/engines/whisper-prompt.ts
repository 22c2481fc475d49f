import { canonicalLanguage, primaryLanguage } from '#lib/speech/languages.ts';
import type { WhisperTokenizer } from './whisper-tokenizer.ts';

export type Task = 'transcribe' | 'translate';

/** The prompts of a Whisper model. */
export type Prompts = {
  /** Supported languages (primary BCP-47 subtags) and their special tokens. */
  readonly languages: ReadonlyMap<string, number>;
  readonly startOfTranscript: number;
  readonly noSpeech: number | undefined;
  /** The prompt of a task, after the start of transcript: language, task, and a token that turns off timestamps. */
  of(language: string, task: Task): readonly number[];
};

/** Reads the special tokens of a multilingual model. Throws if the model is not multilingual. */
export const readPrompts = (tokenizer: WhisperTokenizer): Prompts => {
  const marker = (name: string): number => {
    const token = tokenizer.marker(name);
    if (token === undefined)
      throw new Error(`The vocabulary has no <|${name}|>: this is no multilingual Whisper`);
    return token;
  };
  const languages = new Map<string, number>();
  for (const [name, token] of tokenizer.markers) {
    // Whisper calls Javanese "jw", BCP-47 "jv".
    const tag = canonicalLanguage(/^<\|([a-z]{2,3})\|>$/.exec(name)?.[1] ?? '');
    if (tag !== undefined) languages.set(tag, token);
  }
  const noTimes = marker('notimestamps');
  const tasks = { transcribe: marker('transcribe'), translate: marker('translate') };

  return {
    languages,
    startOfTranscript: marker('startoftranscript'),
    noSpeech: tokenizer.marker('nospeech') ?? tokenizer.marker('nocaptions'),
    // The prompt omits vocabulary and context, because a model that is prompted with them recites them, or answers in
    // their language. They bias the beam search instead.
    of: (language, task) => [languages.get(language) ?? marker(language), tasks[task], noTimes],
  };
};

/** The languages that the hints allow. All languages if no hint is a supported one. */
export const languagesOf = (
  hints: readonly string[],
  { languages }: Prompts,
): ReadonlyMap<string, number> => {
  const hinted = hints.map(primaryLanguage);
  const allowed = new Map(Array.from(languages).filter(([language]) => hinted.includes(language)));
  return allowed.size > 0 ? allowed : languages;
};
