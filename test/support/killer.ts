import type { FunctionCall, OnCall } from '#local/aws-endpoint/on-call.ts';
import { callName, type KillPoint, type Moment } from '../e2e/kill-points.ts';

/** A job in a project of its own, and the deaths that wait on its way. */
export type DoomedJob = {
  readonly point: KillPoint;
  readonly projectId: string;
  readonly keyId: string;
  /** Those that have not struck yet, and those that strike every time. */
  readonly moments: Moment[];
};

/** The deaths that a job still waits for. */
export const outstanding = ({ moments }: DoomedJob): Moment[] => moments.filter(({ nth }) => nth !== 'each');

/** Kills each worker at the moments that its job has for it. A worker is at one job at a time. */
export const newKiller = (): { readonly onCall: OnCall; readonly doom: (job: DoomedJob) => void } => {
  const jobs: DoomedJob[] = [];
  const atWorkOn = new Map<string, DoomedJob>();
  const counts = new Map<string, number>();

  const jobOf = ({ worker, subject }: FunctionCall): DoomedJob | undefined => {
    const named = jobs.find(({ projectId, keyId }) => subject.includes(projectId) || subject.includes(keyId));
    if (named) atWorkOn.set(worker, named);
    // The keys of a DeleteObjects are in its body.
    return named ?? (subject.includes('?delete') ? atWorkOn.get(worker) : undefined);
  };

  return {
    doom: (job) => void jobs.push(job),
    onCall: (call) => {
      const job = jobOf(call);
      if (!job) return undefined;
      const name = callName(call);
      const counter = `${job.projectId} ${call.functionName} ${call.phase} ${name}`;
      const nth = (counts.get(counter) ?? 0) + 1;
      counts.set(counter, nth);
      const found = job.moments.findIndex(
        (moment) =>
          call.functionName.includes(moment.worker) &&
          call.phase === moment.phase &&
          name === moment.call &&
          (moment.nth === 'each' || nth === moment.nth),
      );
      if (found < 0) return undefined;
      if (job.moments[found]?.nth !== 'each') job.moments.splice(found, 1);
      return 'kill';
    },
  };
};
