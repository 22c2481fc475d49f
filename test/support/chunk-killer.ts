import type { FunctionCall, OnCall } from '#local/aws-endpoint/on-call.ts';
import { callName } from '../e2e/kill-points.ts';

type Moment = readonly [phase: FunctionCall['phase'], call: string];

/** On the way of one chunk, up to where it counts as done. */
const moments: readonly Moment[] = [
  ['after', 'GetObject'],
  ['before', 'PutObject'],
  // Not right after the write: whoever was told of it in time has the chunk counted before it dies.
  ['before', 'UpdateItem'],
];

export type ChunkKiller = {
  readonly onCall: OnCall;
  /** How often each chunk of the project was begun on, by its index. */
  readonly runs: ReadonlyMap<number, number>;
  /** The chunk of each worker that died. */
  readonly deaths: readonly number[];
};

/**
 * Kills those workers at the chunks of one project that `isDoomed` names by the index of the chunk and the number of
 * the run, from 0; at each moment in turn.
 */
export const chunkKiller = (
  projectId: string,
  isDoomed: (chunk: number, run: number) => boolean,
): ChunkKiller => {
  const runs = new Map<number, number>();
  const deaths: number[] = [];
  const doomed = new Map<string, { readonly chunk: number; readonly moment: Moment | undefined }>();
  let begun = 0;

  const begin = (worker: string, chunk: number): void => {
    runs.set(chunk, (runs.get(chunk) ?? 0) + 1);
    if (isDoomed(chunk, begun)) doomed.set(worker, { chunk, moment: moments[doomed.size % moments.length] });
    begun += 1;
  };

  return {
    runs,
    deaths,
    onCall: (call) => {
      const { functionName, worker, phase, subject } = call;
      if (!functionName.includes('recognizechunk') || !subject.includes(projectId)) return undefined;
      const name = callName(call);
      const [, index] = /(\d+)\.chunk/.exec(subject) ?? [];
      if (index !== undefined && name === 'GetObject' && phase === 'before') begin(worker, Number(index));
      const { chunk, moment } = doomed.get(worker) ?? {};
      if (chunk === undefined || phase !== moment?.[0] || name !== moment[1]) return undefined;
      deaths.push(chunk);
      return 'kill';
    },
  };
};
