import type { Clock } from '#local/events/clock.ts';

/** A clock that only moves when the test advances it. */
export const manualClock = (start: string) => {
  let nowMs = Date.parse(start);
  let timers: { at: number; run: () => void }[] = [];
  const clock: Clock = {
    now: () => new Date(nowMs),
    after: (ms, run) => {
      const timer = { at: nowMs + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };
  const advance = (ms: number): void => {
    const end = nowMs + ms;
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      timers = timers.filter((one) => one !== next);
      nowMs = next.at;
      next.run();
    }
    nowMs = end;
  };
  return { clock, advance, waiting: () => timers.map(({ at }) => at - nowMs) };
};
