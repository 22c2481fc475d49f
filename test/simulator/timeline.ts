type TimedEvent = { readonly at: number; readonly run: () => void };

/** Virtual time: it stands still while code runs, and jumps from one event to the next. */
export const newTimeline = (startMs: number) => {
  // Sorted from last to first. Events at the same time run in the order in which they were added.
  const planned: TimedEvent[] = [];
  let nowMs = startMs;
  let isReady = false;

  return {
    startMs,
    ms: (): number => nowMs,
    now: (): Date => new Date(nowMs),
    in: (delayMs: number, run: () => void): void => {
      if (delayMs < 0) throw new Error('Time does not run backwards.');
      const at = nowMs + delayMs;
      let low = 0;
      let high = planned.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((planned[middle]?.at ?? 0) > at) low = middle + 1;
        else high = middle;
      }
      planned.splice(low, 0, { at, run });
    },
    /** Marks that code is ready to continue. It continues before the next event. */
    markReady: (): void => {
      isReady = true;
    },
    nextAt: (): number | undefined => planned.at(-1)?.at,
    /** Runs the next event and all code that it makes ready. */
    step: async (): Promise<void> => {
      const event = planned.pop();
      if (!event) return;
      nowMs = event.at;
      isReady = false;
      event.run();
      if (isReady) await new Promise(setImmediate);
    },
  };
};
export type Timeline = ReturnType<typeof newTimeline>;
