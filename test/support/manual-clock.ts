import type { Timer } from '#lib/platform/net/pace.ts';
import type { Clock } from '#local/events/clock.ts';

/** A clock that only moves when the test advances it, as the service's timer and as the clock of the emulators. */
export const manualClock = (start = '1970-01-01T00:00:00Z') => {
  let nowMs = Date.parse(start);
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  const after = (ms: number, run: () => void): (() => void) => {
    const timer = { at: nowMs + ms, run };
    timers.push(timer);
    return () => {
      timers = timers.filter((one) => one !== timer);
    };
  };
  const timer: Timer = { now: () => nowMs, after };
  const clock: Clock = { now: () => new Date(nowMs), after };
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
  /** The remaining time of each pending timer, in ms. */
  const waiting = (): number[] => timers.map(({ at }) => at - nowMs);
  return { timer, clock, advance, waiting };
};
