import { canonicalLanguage, primaryLanguage } from '#lib/speech/languages.ts';
import type { WhisperTokenizer } from './whisper-tokenizer.ts';

export type Task = 'transcribe' | 'translate';

/** The prompts of a Whisper model. */
export type Prompts = {
  /** Supported languages (primary BCP-47 subtags) and their special tokens. */
  readonly languages: ReadonlyMap<string, number>;
  readonly startOfTranscript: number;
  readonly noSpeech: number | undefined;
  /** The prompt of a task: context, start of transcript, language, task, and no timestamp tokens. */
  of(context: string | null, language: string, task: Task): readonly number[];
};

/** Whisper was trained with at most this many tokens of previous text. */
const maxPreviousTokens = 223;

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
  const [start, before, noTimes] = [
    marker('startoftranscript'),
    marker('startofprev'),
    marker('notimestamps'),
  ];
  const tasks = { transcribe: marker('transcribe'), translate: marker('translate') };

  return {
    languages,
    startOfTranscript: start,
    noSpeech: tokenizer.marker('nospeech') ?? tokenizer.marker('nocaptions'),
    // Without the vocabulary, which biases the beam: a model that is prompted with a list recites the list.
    of(context, language, task) {
      const previous = context ? tokenizer.encode(context).slice(-maxPreviousTokens) : [];
      return [
        ...(previous.length > 0 ? [before, ...previous] : []),
        start,
        languages.get(language) ?? marker(language),
        tasks[task],
        noTimes,
      ];
    },
  };
};

/** The languages that the hints allow: all of them if no hint is a supported language. */
export const languagesOf = (
  hints: readonly string[],
  { languages }: Prompts,
): ReadonlyMap<string, number> => {
  const hinted = hints.map(primaryLanguage);
  const allowed = new Map(Array.from(languages).filter(([language]) => hinted.includes(language)));
  return allowed.size > 0 ? allowed : languages;
};
