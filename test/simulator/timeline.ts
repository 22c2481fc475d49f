type Happening = { readonly at: number; readonly run: () => void };

/** Virtual time: it stands still while code runs, and jumps from one happening to the next. */
export const newTimeline = (startMs: number) => {
  // Sorted from the last to the first; of two at one instant the one that was planned first comes first.
  const planned: Happening[] = [];
  let nowMs = startMs;
  let touched = false;

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
    /** Says that code is waiting to go on, which it does before anything else happens. */
    touch: (): void => {
      touched = true;
    },
    nextAt: (): number | undefined => planned.at(-1)?.at,
    /** Lets the next thing happen, and everything that follows from it at once. */
    step: async (): Promise<void> => {
      const happening = planned.pop();
      if (!happening) return;
      nowMs = happening.at;
      touched = false;
      happening.run();
      if (touched) await new Promise(setImmediate);
    },
  };
};
export type Timeline = ReturnType<typeof newTimeline>;
