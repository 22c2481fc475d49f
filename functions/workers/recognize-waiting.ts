import { type ChunkDeps, chunkHandler, liveChunkDeps, liveHelper } from '#functions/deps/chunk-handler.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveChunkReceiver } from '#functions/deps/queues.ts';
import type { ReceiveMessages } from '#lib/platform/aws/receive.ts';
import { countVariable, readConfig, textVariable } from '#lib/platform/config.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';
import { drainQueue } from '#lib/platform/queue/drain-queue.ts';
import { inProcesses } from '#lib/platform/several-processes.ts';

/**
 * Only the first chunk calls more helpers, so that their number does not grow while they are busy. The next chunk starts
 * while the text of the previous one is stored, which takes a tenth of the time.
 */
export const createHandler = ({
  receive,
  remove,
  callHelper,
  recognizer,
  ...deps
}: ChunkDeps & ReceiveMessages) => {
  let endTurn = (): void => {};
  const recognize: ChunkDeps['recognizer']['recognize'] = async (...chunk) => {
    const speech = await recognizer.recognize(...chunk);
    endTurn();
    return speech;
  };
  const chunkDeps = { ...deps, recognizer: { recognize } };
  const drain = {
    receive,
    remove,
    firstWaitSeconds: 0,
    now: deps.now,
    handleFirst: chunkHandler({ ...chunkDeps, callHelper }),
    handleNext: chunkHandler(chunkDeps),
    onTurn: (end: () => void) => {
      endTurn = end;
    },
  };
  return eventHandler((_event: unknown, context) => drainQueue(drain, context));
};

export const handler = await liveHandler(async () => {
  const { AWS_LAMBDA_FUNCTION_NAME: itself, HELPER_PROCESSES: count } = readConfig({
    AWS_LAMBDA_FUNCTION_NAME: textVariable,
    HELPER_PROCESSES: countVariable,
  });
  return inProcesses({ file: import.meta.filename, count }, async ({ isFirst }) =>
    createHandler({
      ...(await liveChunkDeps()),
      ...liveChunkReceiver(),
      callHelper: isFirst ? liveHelper(itself) : undefined,
    }),
  );
});
