import type { ModelChoice } from '#lib/speech/engines/choose-models.ts';
import type { LoadedModels } from '#lib/speech/engines/load-models.ts';
import type { RecognizedChunk } from '#lib/speech/engines/recognize-heard.ts';

/** The text of a segment, which never changes. Positions are ms from the start of the session. */
export type LiveFinal = RecognizedChunk['segments'][number];

/** Everything before `throughMs`, a multiple of 10, is decided. It is speech with its text, or silence. */
export type LiveDecision = Omit<RecognizedChunk, 'segments'> & {
  readonly throughMs: number;
  /** Usually one segment. None for silence, or for speech that was not understood. */
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

/** Turns audio into text while the audio arrives. Make one call at a time. After a failed call, open another transcriber. */
export type LiveTranscriber = {
  /** Hears the next samples (16 kHz mono). Resolves to the decisions that they cause, in order. */
  hear(pcm: Int16Array): Promise<readonly LiveDecision[]>;
  /** Decides everything heard so far, except the last ms beyond a multiple of 10. */
  flush(reason: 'finalize' | 'finish'): Promise<readonly LiveDecision[]>;
  /** Recognizes the segment that is being spoken. Undefined in silence, or if little is new. */
  partial(): Promise<LivePartial | undefined>;
  /** True while a voice is heard. */
  readonly isSpeech: boolean;
};

/** A segment ends after `silenceMs` without a voice. With null, only `flush` or ten seconds end it. `model` is as for files. */
export type LiveOptions = {
  readonly silenceMs: number | null;
  readonly languageHints: readonly string[];
  readonly vocabulary: readonly string[];
  readonly context: string | null;
  readonly model: ModelChoice;
  readonly words: boolean;
};

/**
 * Everything before `committedMs`, a multiple of 10, was decided by this or another transcriber. `languageBefore` is the
 * language of the last final, if there was one, because the language of short speech cannot be detected.
 */
export type LiveStart = Pick<LoadedModels, 'voiceActivity' | 'models'> & {
  readonly options: LiveOptions;
  readonly committedMs: number;
  readonly languageBefore?: string | null;
};
