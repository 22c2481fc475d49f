import type { FunctionCall, OnCall } from '#local/aws-endpoint/on-call.ts';
import { callName, type KillPoint, type Moment } from '../e2e/kill-points.ts';

/** A job in its own project, with the moments at which its workers are killed. */
export type KilledJob = {
  readonly point: KillPoint;
  readonly projectId: string;
  readonly keyId: string;
  /** The moments that have not been reached, and those that apply to each call. */
  readonly moments: Moment[];
};

/** The moments that have not been reached. */
export const outstanding = ({ moments }: KilledJob): Moment[] => moments.filter(({ nth }) => nth !== 'each');

/** Kills workers at the moments of their job. A worker has one job at a time. */
export const newKiller = (): { readonly onCall: OnCall; readonly add: (job: KilledJob) => void } => {
  const jobs: KilledJob[] = [];
  const atWorkOn = new Map<string, KilledJob>();
  const counts = new Map<string, number>();

  const jobOf = ({ worker, subject }: FunctionCall): KilledJob | undefined => {
    const named = jobs.find(({ projectId, keyId }) => subject.includes(projectId) || subject.includes(keyId));
    if (named) atWorkOn.set(worker, named);
    // The keys of a DeleteObjects are in its body.
    return named ?? (subject.includes('?delete') ? atWorkOn.get(worker) : undefined);
  };

  return {
    add: (job) => void jobs.push(job),
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
