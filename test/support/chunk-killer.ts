import type { FunctionCall, OnCall } from '#local/aws-endpoint/on-call.ts';
import { callName, workers } from '../e2e/kill-points.ts';

type Moment = readonly [phase: FunctionCall['phase'], call: string];

/** Moments in the work on a chunk before it is recorded as done. */
const moments: readonly Moment[] = [
  ['after', 'GetObject'],
  ['before', 'PutObject'],
  // The moment right after the write is missing: a worker that gets the response in time records the chunk before it dies.
  ['before', 'UpdateItem'],
];

export type ChunkKiller = {
  readonly onCall: OnCall;
  /** The number of times that work on each chunk was started, by its index. */
  readonly runs: ReadonlyMap<number, number>;
  /** The chunk of each worker that died. */
  readonly deaths: readonly number[];
};

/**
 * Kills the worker of a chunk of one project if `shouldDie` returns true for the index of the chunk and the number of the run,
 * from 0. Each kill uses the next moment, in turn.
 */
export const chunkKiller = (
  projectId: string,
  shouldDie: (chunk: number, run: number) => boolean,
): ChunkKiller => {
  const runs = new Map<number, number>();
  const deaths: number[] = [];
  const condemned = new Map<string, { readonly chunk: number; readonly moment: Moment | undefined }>();
  let begun = 0;
  let sentences = 0;

  const begin = (worker: string, chunk: number): void => {
    runs.set(chunk, (runs.get(chunk) ?? 0) + 1);
    // A worker whose chunk was already done never reached its moment. It must not die at its next chunk.
    condemned.delete(worker);
    if (shouldDie(chunk, begun)) {
      condemned.set(worker, { chunk, moment: moments[sentences % moments.length] });
      sentences += 1;
    }
    begun += 1;
  };

  return {
    runs,
    deaths,
    onCall: (call) => {
      const { functionName, worker, phase, subject } = call;
      if (!functionName.includes(workers.recognize) || !subject.includes(projectId)) return undefined;
      const name = callName(call);
      const [, index] = /(\d+)\.chunk/.exec(subject) ?? [];
      if (index !== undefined && name === 'GetObject' && phase === 'before') begin(worker, Number(index));
      const { chunk, moment } = condemned.get(worker) ?? {};
      if (chunk === undefined || phase !== moment?.[0] || name !== moment[1]) return undefined;
      deaths.push(chunk);
      return 'kill';
    },
  };
};
