import { setImmediate as immediate } from 'node:timers/promises';

/** Lets pending timers fire, which cannot happen while ONNX Runtime blocks the thread, then throws if `signal` is aborted. */
export const checkAbort = async (signal: AbortSignal): Promise<void> => {
  // Twice, because the first may resume before the timers and sockets of this turn of the event loop.
  await immediate();
  await immediate();
  signal.throwIfAborted();
};
