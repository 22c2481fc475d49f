import { setImmediate as immediate } from 'node:timers/promises';

/** Lets pending timers fire, which they cannot while ONNX Runtime blocks the thread. Then throws if `signal` is aborted. */
export const checkAbort = async (signal: AbortSignal | undefined): Promise<void> => {
  // Waits twice, because the first wait may end before the timers and sockets of this turn of the event loop.
  await immediate();
  await immediate();
  signal?.throwIfAborted();
};
