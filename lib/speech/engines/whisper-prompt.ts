import { canonicalLanguage, primaryLanguage } from '#lib/speech/languages.ts';
import type { RecognizeOptions } from './engine.ts';
import type { WhisperTokenizer } from './whisper-tokenizer.ts';

export type Task = 'transcribe' | 'translate';

/** What Whisper is told before it writes. */
export type Prompts = {
  /** Its languages as primary BCP-47 subtags, and their markers. */
  readonly languages: ReadonlyMap<string, number>;
  readonly startOfTranscript: number;
  readonly noSpeech: number | undefined;
  /** The prompt of a task: what went before, the start, language and task, and that no times are wanted as tokens. */
  of(ask: Pick<RecognizeOptions, 'context' | 'vocabulary'>, language: string, task: Task): readonly number[];
};

/** Whisper was trained with at most so many tokens of what went before. */
const maxBefore = 223;

/** The prompts of a multilingual model, by the markers of its vocabulary. */
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
    of({ context, vocabulary }, language, task) {
      const told = [vocabulary.join(', '), context ?? ''].filter((text) => text !== '');
      // Of more than fits the end counts: the terms have the bias as well.
      const past = told.flatMap((text) => tokenizer.encode(text)).slice(-maxBefore);
      return [
        ...(past.length > 0 ? [before, ...past] : []),
        start,
        languages.get(language) ?? marker(language),
        tasks[task],
        noTimes,
      ];
    },
  };
};

/** The languages that hints leave open: all of them where they name none. */
export const languagesOf = (
  hints: readonly string[],
  { languages }: Prompts,
): ReadonlyMap<string, number> => {
  const hinted = hints
    .map((hint) => primaryLanguage(hint))
    .map((language) => (language === 'nb' ? 'no' : language));
  const open = new Map(Array.from(languages).filter(([language]) => hinted.includes(language)));
  return open.size > 0 ? open : languages;
};
