import type { Tenant, TranscriptionOptions } from '../api/types.ts';

/** A recording that is being sent and becomes a job. It is kept across reloads. */
export type Sending = {
  id: string;
  /** The Idempotency-Key of its requests. There is one per intended job, so that nothing is created twice. */
  key: string;
  tenant: Tenant;
  name: string;
  source: { fileId: string; size: number } | { url: string };
  options: TranscriptionOptions;
  /** Null until the job is queued. */
  jobId: string | null;
};

/** The progress of a sending. Only the tab that sends knows it. */
export type Progress =
  /** Other recordings are sent first. */
  | { is: 'waiting' }
  | { is: 'checking' }
  | { is: 'uploading'; sent: number; bytesPerSecond: number }
  /** The connection was lost. The sending resumes automatically. */
  | { is: 'interrupted' }
  | { is: 'refused'; error: unknown };

export const isSame = (a: Tenant, b: Tenant): boolean => a.projectId === b.projectId && a.mode === b.mode;

/** Drops the oldest sendings with a job, beyond `max` in total. Never drops a sending without a job. */
export const pruned = (all: readonly Sending[], max: number): { kept: Sending[]; dropped: Sending[] } => {
  const { kept = [], dropped = [] } = Object.groupBy(all, (one, at) =>
    one.jobId !== null && at >= max ? 'dropped' : 'kept',
  );
  return { kept, dropped };
};
