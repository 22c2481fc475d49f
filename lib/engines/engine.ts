export type Word = {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence: number;
};

/** What a caller wants of one segment. `vocabulary` holds terms worth a bonus; `languageHints` are BCP-47 tags. */
export type Ask = {
  readonly languageHints: readonly string[];
  readonly vocabulary: readonly string[];
  readonly words: boolean;
  readonly signal: AbortSignal;
};

/** `meanLogProb` is per token; `complete` is false when the token limit, not the model, ended the text. Times start at the segment. */
export type Recognition = {
  readonly text: string;
  readonly language: string | null;
  readonly tokens: number;
  readonly meanLogProb: number;
  readonly complete: boolean;
  readonly words: readonly Word[];
};

/** One loaded speech model. `pcm` is 16 kHz mono in [-1, 1], at most `longestSegmentMs` long. Not for concurrent use. */
export interface SpeechEngine {
  readonly capabilities: {
    readonly languages: readonly string[] | 'any';
    readonly vocabulary: 'bias' | 'prompt' | 'none';
    readonly words: boolean;
    readonly longestSegmentMs: number;
  };
  recognize(pcm: Float32Array, ask: Ask): Promise<Recognition>;
  close(): Promise<void>;
}
