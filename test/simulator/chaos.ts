import type { Random } from '../support/random.ts';

export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;

export type Service = 'dynamodb' | 's3' | 'sqs' | 'internet' | 'translator' | 'compute';

/** The outcome of one call. Until the chaos ends, each may happen at every call of every worker. */
export type CallOutcome =
  | 'done'
  | 'refused'
  /** The call took effect, but the caller gets an error. */
  | 'reply lost'
  /** The SDK lost the first response and retried. The caller gets the second response. */
  | 'repeated'
  | 'dies before'
  | 'dies after'
  /** The worker dies, and its call takes effect much later. */
  | 'outlived'
  /** The worker is suspended after the call, and continues later. */
  | 'paused';

type Outage = { readonly service: Service; readonly from: number; readonly to: number };

const quiet = {
  faults: 0,
  deaths: 0,
  pauses: 0,
  slowness: 0,
  lostMessages: 0,
  duplicates: 0,
  lateMessages: 0,
  failedDeletes: 0,
};

const intensities = (random: Random): typeof quiet => {
  const some = (...rates: readonly [number, ...number[]]) => random.pick(0, ...rates);
  return {
    faults: some(0.02, 0.1, 0.3),
    deaths: some(0.01, 0.05, 0.2),
    pauses: some(0.02, 0.1),
    slowness: some(0.05, 0.3),
    lostMessages: some(0.05, 0.3),
    duplicates: some(0.1, 0.5),
    lateMessages: some(0.1, 0.5),
    failedDeletes: some(0.05, 0.3),
  };
};

const outages = (random: Random, start: number, lengthMs: number): Outage[] =>
  Array.from({ length: random.pick(0, 0, 1, 2) }, () => {
    const from = start + random.below(lengthMs / 2);
    return {
      service: random.pick('dynamodb', 's3', 'sqs', 'internet', 'translator'),
      from,
      to: from + random.below(lengthMs / 2),
    };
  });

/** The faults of one run. After `endsAt` there are none. */
export const newChaos = (random: Random, startMs: number) => {
  const lengthMs = random.pick(5 * minute, 30 * minute, 2 * hour, 10 * hour);
  const endsAt = startMs + lengthMs;
  const rates = random.chance(0.05) ? quiet : intensities(random);
  const isQuiet = rates === quiet;
  const downs = isQuiet ? [] : outages(random, startMs, lengthMs);
  const maxPause = random.pick(3 * minute, 20 * minute, 3 * hour);

  const isDown = (service: Service, at: number) =>
    downs.some((outage) => outage.service === service && outage.from <= at && at < outage.to);

  const rateAt = (rate: keyof typeof quiet, at: number): boolean => at < endsAt && random.chance(rates[rate]);

  return {
    endsAt,
    isQuiet,
    /** Whether Lambda ends workers at their time limit. Otherwise a paused worker may continue hours later. */
    enforcesTimeouts: random.chance(0.5),
    occurs: rateAt,
    outcome: (service: Service, at: number): CallOutcome => {
      if (at >= endsAt) return 'done';
      if (isDown(service, at)) return random.chance(0.8) ? 'refused' : 'reply lost';
      if (random.chance(rates.deaths)) return random.pick('dies before', 'dies after', 'outlived');
      if (random.chance(rates.pauses)) return 'paused';
      if (random.chance(rates.faults)) return random.pick('refused', 'reply lost', 'repeated');
      return 'done';
    },
    travelMs: (at: number): number =>
      rateAt('slowness', at) ? random.between(20, 3 * minute) : random.between(1, 20),
    pauseMs: (): number => random.between(second, maxPause),
  };
};
export type Chaos = ReturnType<typeof newChaos>;
