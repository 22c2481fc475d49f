import type { ModelChoice } from '#lib/speech/engines/choose-models.ts';
import type { LoadedModels } from '#lib/speech/engines/load-models.ts';
import type { RecognizedChunk } from '#lib/speech/engines/recognize-heard.ts';

/** The text of a segment, which never changes. Positions are ms from the start of the session. */
export type LiveFinal = RecognizedChunk['segments'][number];

/** Everything before `throughMs`, a multiple of 10, is decided: speech with its text, or silence. */
export type LiveDecision = Omit<RecognizedChunk, 'segments'> & {
  readonly throughMs: number;
  /** Mostly one; none for silence or speech that was not understood. */
  readonly segments: readonly LiveFinal[];
  readonly reason: 'silence' | 'length' | 'finalize' | 'finish';
};

/** A guess at the segment that is being spoken. The first `stableChars` of the text are unlikely to change. */
export type LivePartial = {
  readonly startMs: number;
  readonly text: string;
  readonly stableChars: number;
  readonly language: string | null;
};

/** Turns audio into text while it arrives. One call at a time; after a call that has failed, open another one. */
export type LiveTranscriber = {
  /** Hears the next samples (16 kHz mono). Resolves with what they decide, in order. */
  hear(pcm: Int16Array): Promise<readonly LiveDecision[]>;
  /** Decides everything heard so far, but for the last ms that make up no 10. */
  flush(reason: 'finalize' | 'finish'): Promise<readonly LiveDecision[]>;
  /** Recognizes the segment that is being spoken. Undefined in silence, or if there is little new. */
  partial(): Promise<LivePartial | undefined>;
  /** True while a voice is heard. */
  readonly isSpeech: boolean;
};

/** A segment ends after `silenceMs` without a voice; null: only by `flush` or after ten seconds. `model` is as for files. */
export type LiveOptions = {
  readonly silenceMs: number | null;
  readonly languageHints: readonly string[];
  readonly vocabulary: readonly string[];
  readonly context: string | null;
  readonly model: ModelChoice;
  readonly words: boolean;
};

/**
 * Everything before `committedMs`, a multiple of 10, was decided by this transcriber or another one. `languageBefore` is the
 * language of the last final, if there was one: short speech has no language of its own.
 */
export type LiveStart = Pick<LoadedModels, 'voiceActivity' | 'models'> & {
  readonly options: LiveOptions;
  readonly committedMs: number;
  readonly languageBefore?: string | null;
  readonly signal: AbortSignal;
};
