import type { FunctionPool } from '#local/lambda/pool.ts';
import { failed, type Outcome } from '#local/lambda/protocol.ts';

/** A function without a process. Invokes `handle` for each event; a thrown error is a failed invocation. */
export const scriptedPool = (handle: (event: string) => unknown): FunctionPool => ({
  spec: {
    name: 'scripted',
    arn: 'arn:aws:lambda:us-east-1:000000000000:function:scripted',
    file: '',
    exportName: '',
    environment: {},
    memoryMb: 128,
    timeoutMs: 3000,
    concurrency: 1,
    retryAttempts: 2,
  },
  invoke: async (event): Promise<Outcome> => {
    try {
      return { result: JSON.stringify(await handle(event)) ?? 'null' };
    } catch (error) {
      return failed('Error', error instanceof Error ? error.message : String(error));
    }
  },
  busyWorkers: () => [],
  kill: () => {},
  stop: async () => {},
});
