import type { SpeechModel, SpeechModelName } from './models.ts';

export type Word = {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence: number;
};

/**
 * Options for one segment. `languageHints` are BCP-47 tags. `language` is the one of them that is spoken, if known.
 * `languageBefore` was spoken just before, so it is likelier than the others. `vocabulary` lists terms to prefer, and
 * `context` describes the recording. `translateTo` is one of the engine's `translatesTo`. A draft is a quick guess by
 * greedy decoding, for incomplete audio. A second opinion on speech of a known language may use a shorter window.
 */
export type RecognizeOptions = {
  readonly languageHints: readonly string[];
  readonly language?: string;
  readonly languageBefore?: string | null;
  readonly vocabulary: readonly string[];
  readonly context: string | null;
  readonly translateTo: string | null;
  readonly words: boolean;
  readonly isDraft?: boolean;
  readonly isSecondOpinion?: boolean;
  /** Ends recognition early. Speech of seconds may be recognized without it. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * `meanLogProb` is the mean natural log-probability per token. `languageConfidence` is the probability of the language
 * among the allowed ones; null if the engine detects no language or had no choice. `complete` is false if the text
 * reached the token limit. `translatedText` is null without `translateTo`. Times are relative to the start of the
 * segment.
 */
export type Recognition = {
  readonly text: string;
  readonly translatedText: string | null;
  readonly language: string | null;
  readonly languageConfidence: number | null;
  readonly meanLogProb: number;
  readonly complete: boolean;
  readonly words: readonly Word[];
  /** The tokens of a draft, if they make the next draft cheaper. */
  readonly tokens?: readonly number[];
  /** The model that produced the text, if it is not the engine's own. */
  readonly model?: SpeechModelName;
};

/** A language, with its probability among the allowed ones. */
export type DetectedLanguage = { readonly language: string; readonly probability: number };

export type DetectOptions = Pick<RecognizeOptions, 'languageHints' | 'languageBefore'>;

/** One loaded speech model. `pcm` is 16 kHz mono in [-1, 1], at most `maxSegmentMs` long. Not for concurrent use. */
export interface SpeechEngine {
  readonly capabilities: Pick<SpeechModel, 'languages' | 'detectsLanguage' | 'translatesTo'> & {
    readonly maxSegmentMs: number;
  };
  /** `draftBefore` are the tokens of the previous draft of the same speech. The new draft will mostly begin with them. */
  recognize(
    pcm: Float32Array,
    options: RecognizeOptions,
    draftBefore?: readonly number[],
  ): Promise<Recognition>;
  /**
   * Detects the language of a few seconds of speech, at a tenth of the cost of recognizing them. Only for a model that
   * detects languages.
   */
  readonly detectLanguage?: (pcm: Float32Array, options: DetectOptions) => Promise<DetectedLanguage>;
  close(): Promise<void>;
}
