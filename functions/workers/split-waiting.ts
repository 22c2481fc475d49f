import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveSplitReceiver } from '#functions/deps/queues.ts';
import { liveSplitDeps, splitHandler, type SplitHandlerDeps } from '#functions/deps/split-handler.ts';
import type { ReceiveMessages } from '#lib/platform/aws/receive.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';
import { drainQueue } from '#lib/platform/queue/drain-queue.ts';

/** The parts were sent before this function was called, so it searches all servers of the queue for them. */
const firstWaitSeconds = 1;

export const createHandler = ({ receive, remove, ...deps }: SplitHandlerDeps & ReceiveMessages) => {
  const handle = splitHandler(deps);
  const drain = { receive, remove, handleFirst: handle, handleNext: handle, firstWaitSeconds, now: deps.now };
  return eventHandler((_event: unknown, context) => drainQueue(drain, context));
};

export const handler = await liveHandler(async () =>
  createHandler({ ...(await liveSplitDeps()), ...liveSplitReceiver() }),
);
