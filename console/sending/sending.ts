import type { Tenant, TranscriptionOptions } from '../api/types.ts';

/** A recording on its way to a job. It outlives a reload. */
export type Sending = {
  id: string;
  /** The Idempotency-Key of its requests: one for each intent, so that nothing is made twice. */
  key: string;
  tenant: Tenant;
  name: string;
  source: { fileId: string; size: number } | { url: string };
  options: TranscriptionOptions;
  /** Null until the job is queued. */
  jobId: string | null;
};

/** How far it is. Only the tab that sends knows this. */
export type Progress =
  /** Others are sent first. */
  | { is: 'waiting' }
  | { is: 'checking' }
  | { is: 'uploading'; sent: number; bytesPerSecond: number }
  /** The connection was lost; it goes on by itself. */
  | { is: 'interrupted' }
  | { is: 'refused'; error: unknown };

export const isSame = (a: Tenant, b: Tenant): boolean => a.projectId === b.projectId && a.mode === b.mode;

/** Drops the oldest of those that are jobs, beyond `max` in all. What is not yet a job is never dropped. */
export const pruned = (all: readonly Sending[], max: number): { kept: Sending[]; dropped: Sending[] } => {
  const { kept = [], dropped = [] } = Object.groupBy(all, (one, at) =>
    one.jobId !== null && at >= max ? 'dropped' : 'kept',
  );
  return { kept, dropped };
};
