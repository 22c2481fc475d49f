import type { FunctionCall, OnCall } from '#local/aws-endpoint/on-call.ts';
import { callName, type Moment } from '../e2e/kill-points.ts';

/** Work in a separate project, and the moments at which its functions are killed. */
export type Target = {
  readonly projectId: string;
  readonly keyId: string;
  /** The moments that are not yet reached, and those that apply to every call. */
  readonly moments: Moment[];
};

/** The moments that are not yet reached. */
export const outstanding = ({ moments }: Target): Moment[] => moments.filter(({ nth }) => nth !== 'each');

const isAt = ({ worker, phase, call, about }: Moment, made: FunctionCall): boolean =>
  made.functionName.includes(worker) &&
  made.phase === phase &&
  callName(made) === call &&
  (about === undefined || made.subject.includes(about));

/** Kills workers at the moments of their target. A worker has one target at a time. */
export const newKiller = (): { readonly onCall: OnCall; readonly add: (target: Target) => void } => {
  const targets: Target[] = [];
  const atWorkOn = new Map<string, Target>();
  const counts = new Map<string, number>();

  const targetOf = ({ worker, service, subject }: FunctionCall): Target | undefined => {
    const named = targets.find(
      ({ projectId, keyId }) => subject.includes(projectId) || subject.includes(keyId),
    );
    if (named) atWorkOn.set(worker, named);
    // Such calls do not name the project: DeleteObjects has its keys in the body, and a connection has its own id.
    const isUnnamed = subject.includes('?delete') || service === 'execute-api';
    return named ?? (isUnnamed ? atWorkOn.get(worker) : undefined);
  };

  /** Counts a call that matches a moment. */
  const count = ({ projectId }: Target, moment: Moment): number => {
    const counter = `${projectId} ${JSON.stringify(moment)}`;
    const nth = (counts.get(counter) ?? 0) + 1;
    counts.set(counter, nth);
    return nth;
  };

  return {
    add: (target) => void targets.push(target),
    onCall: (call) => {
      const target = targetOf(call);
      if (!target) return undefined;
      const reached = target.moments
        .filter((moment) => isAt(moment, call))
        .filter((moment) => [count(target, moment), 'each'].includes(moment.nth));
      const [moment] = reached;
      if (!moment) return undefined;
      if (moment.nth !== 'each') target.moments.splice(target.moments.indexOf(moment), 1);
      return 'kill';
    },
  };
};
