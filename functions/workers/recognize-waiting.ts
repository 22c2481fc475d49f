import { type ChunkDeps, chunkHandler, liveChunkDeps, liveHelper } from '#functions/deps/chunk-handler.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveChunkReceiver } from '#functions/deps/queues.ts';
import type { ReceiveMessages } from '#lib/platform/aws/receive.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';
import { drainQueue } from '#lib/platform/queue/drain-queue.ts';

/** Only the first chunk calls more helpers, so that their number does not grow while they are busy. */
export const createHandler = ({ receive, remove, callHelper, ...deps }: ChunkDeps & ReceiveMessages) => {
  const handleFirst = chunkHandler({ ...deps, callHelper });
  const handleNext = chunkHandler(deps);
  const drain = { receive, remove, handleFirst, handleNext, firstWaitSeconds: 0, now: deps.now };
  return eventHandler((_event: unknown, context) => drainQueue(drain, context));
};

export const handler = await liveHandler(async () => {
  const { AWS_LAMBDA_FUNCTION_NAME: itself } = readConfig({ AWS_LAMBDA_FUNCTION_NAME: textVariable });
  return createHandler({
    ...(await liveChunkDeps()),
    ...liveChunkReceiver(),
    callHelper: liveHelper(itself),
  });
});
