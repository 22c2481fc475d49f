import { ApiError } from '../api/api-error.ts';
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
  /** The connection was lost, or the service asked to wait. The sending resumes automatically. */
  | { is: 'interrupted'; error: unknown }
  | { is: 'refused'; error: unknown };

/** Why a recording is interrupted. */
export const interruptionOf = (error: unknown): string => {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 0) return 'The connection was lost.';
  return status === 429 ? 'You have sent too many requests for now.' : 'The service cannot answer now.';
};

export const isSame = (a: Tenant, b: Tenant): boolean => a.projectId === b.projectId && a.mode === b.mode;

/** Drops the oldest sendings with a job, beyond `max` in total. Never drops a sending without a job. */
export const pruned = (all: readonly Sending[], max: number): { kept: Sending[]; dropped: Sending[] } => {
  const { kept = [], dropped = [] } = Object.groupBy(all, (one, at) =>
    one.jobId !== null && at >= max ? 'dropped' : 'kept',
  );
  return { kept, dropped };
};
