import type { Timer } from '#lib/platform/net/pace.ts';

/** A clock that only moves when the test advances it. */
export const handClock = () => {
  let nowMs = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const clock: Timer = {
    now: () => nowMs,
    after: (ms, run) => {
      const timer = { at: nowMs + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };
  return {
    clock,
    advance: (ms: number): void => {
      nowMs += ms;
      const due = timers.filter(({ at }) => at <= nowMs);
      timers = timers.filter(({ at }) => at > nowMs);
      for (const { run } of due) run();
    },
    /** The number of pending timers. */
    waiting: () => timers.length,
  };
};
