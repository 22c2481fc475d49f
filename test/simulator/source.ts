import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';

type End = { readonly end: string; readonly attempt: number };

/** Where the audio of a customer's jobs comes from, and what it may do to them. */
export type Source = {
  /** The field of the request that names it. */
  readonly named: object;
  /** Jobs that one source may have. */
  readonly maxJobs: number;
  /** Whether two readers may get different bytes. */
  readonly varies: () => boolean;
  /** How a job of speech ends when nothing is thrown in anybody's way; undefined where that hangs on the instant. */
  readonly smoothly: () => End | undefined;
  /** The failures that are the source's doing. */
  readonly excuses: (job: Transcription) => readonly string[];
  /** To be called when nothing happens any more: what is wrong about the source itself. */
  readonly breach: () => string | undefined;
};
