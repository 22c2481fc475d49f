import { type Chaos, minute, second } from '../chaos.ts';
import type { Random } from '../../support/random.ts';

/** A world without faults, in which each call takes a moment. */
const calm: Chaos = {
  endsAt: 0,
  isQuiet: true,
  enforcesTimeouts: false,
  occurs: () => false,
  outcome: () => 'done',
  travelMs: () => 3,
  pauseMs: () => 0,
};

/** Rates of faults for sessions, which make hundreds of calls a minute. */
const ratesOf = (random: Random) => ({
  deaths: random.pick(0, 0.002, 0.01, 0.04),
  pauses: random.pick(0, 0.002, 0.01),
  faults: random.pick(0, 0.005, 0.03, 0.1),
  slowness: random.pick(0, 0.02, 0.1),
  cuts: random.pick(0, 0.01, 0.05),
  lostMessages: random.pick(0, 0.01, 0.1),
  duplicates: random.pick(0, 0.1, 0.5),
  lateMessages: random.pick(0, 0.05, 0.3),
  failedDeletes: 0,
});
export type RealtimeRate = keyof ReturnType<typeof ratesOf>;

/** The faults of one world. After `endsAt` there are none. */
export const realtimeChaos = (random: Random, startMs: number) => {
  const endsAt = startMs + random.pick(10 * second, 30 * second, 2 * minute, 10 * minute);
  const rates = ratesOf(random);
  const occurs = (rate: RealtimeRate, at: number): boolean => at < endsAt && random.chance(rates[rate]);
  const maxPause = random.pick(4 * second, 10 * second, 30 * second);
  const chaos: Chaos = {
    ...calm,
    endsAt,
    isQuiet: false,
    occurs: (rate, at) => occurs(rate, at),
    outcome: (_, at) => {
      if (at >= endsAt) return 'done';
      if (random.chance(rates.deaths)) return random.pick('dies before', 'dies after', 'outlived');
      if (random.chance(rates.pauses)) return 'paused';
      if (random.chance(rates.faults)) return random.pick('refused', 'reply lost', 'repeated');
      return 'done';
    },
    travelMs: (at) => (occurs('slowness', at) ? random.between(20, 3 * second) : random.between(1, 20)),
    pauseMs: () => random.between(second, maxPause),
  };
  return { ...chaos, cutsAt: (at: number): boolean => occurs('cuts', at) };
};
