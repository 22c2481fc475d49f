import { setImmediate as immediate } from 'node:timers/promises';

/** Throws the reason of an abort that is due by now: while a graph runs, which may be long, none is told. */
export const throwIfAbortIsDue = async (signal: AbortSignal): Promise<void> => {
  // The first may come before the timers and sockets of this turn of the event loop, the second comes after them.
  await immediate();
  await immediate();
  signal.throwIfAborted();
};
