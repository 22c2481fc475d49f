import type { SpeechModel } from './models.ts';

export type Word = {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence: number;
};

/**
 * What a caller wants of one segment. `languageHints` are BCP-47 tags, `vocabulary` holds terms worth a bonus, `context` is
 * what the recording is about, `translateTo` a primary language among those the engine translates to.
 */
export type RecognizeOptions = {
  readonly languageHints: readonly string[];
  readonly vocabulary: readonly string[];
  readonly context: string | null;
  readonly translateTo: string | null;
  readonly words: boolean;
  readonly signal: AbortSignal;
};

/**
 * `meanLogProb` is per token; `complete` is false when the token limit, not the model, ended the text. `translatedText` is
 * null where none was asked for. Times start at the segment.
 */
export type Recognition = {
  readonly text: string;
  readonly translatedText: string | null;
  readonly language: string | null;
  readonly meanLogProb: number;
  readonly complete: boolean;
  readonly words: readonly Word[];
};

/** One loaded speech model. `pcm` is 16 kHz mono in [-1, 1], at most `longestSegmentMs` long. Not for concurrent use. */
export interface SpeechEngine {
  readonly capabilities: Pick<SpeechModel, 'languages' | 'detectsLanguage' | 'translatesTo'> & {
    readonly vocabulary: 'bias' | 'prompt' | 'none';
    readonly words: boolean;
    readonly maxSegmentMs: number;
  };
  recognize(pcm: Float32Array, ask: RecognizeOptions): Promise<Recognition>;
  close(): Promise<void>;
}
