import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';

type End = { readonly end: string; readonly attempt: number };

/** The origin of a job's audio, and its expected effects on the job. */
export type Source = {
  /** The field of the request. */
  readonly requestField: object;
  /** The maximum number of jobs with the same source. */
  readonly maxJobs: number;
  /** Whether two reads may return different bytes. */
  readonly varies: () => boolean;
  /** The end of a job with speech when there are no faults. Undefined if it depends on the timing. */
  readonly endWithoutFaults: () => End | undefined;
  /** The failures that the source may cause. */
  readonly allowedFailures: (job: Transcription) => readonly string[];
  /** A violation of the source itself. Call it after the last event. */
  readonly violation: () => string | undefined;
};
