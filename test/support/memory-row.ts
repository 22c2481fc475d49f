import type { JobRef, Transcription } from '#lib/domain/transcriptions/transcription.ts';

/** A job in the table, with the time at which the sweeper must process it, or null. */
export type Row = { readonly job: Transcription; readonly dueAt: string | null };

export type Changes = Partial<Transcription> & { readonly dueAt?: string | null };

/** A conditional update. Returns the changed job, or undefined if it is missing or not as expected. */
export type Update = (
  ref: JobRef,
  expected: (row: Row) => boolean,
  changes: (job: Transcription) => Changes,
) => Transcription | undefined;
