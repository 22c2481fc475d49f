import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  newPlaces,
  newProcessors,
  newSimulation,
  type Process,
} from '../../../bench/turnaround/simulation.ts';

type Job = { comesAt: number; takes: number };
const job = fc.record({ comesAt: fc.nat(1_000), takes: fc.integer({ min: 1, max: 500 }) });
const jobs = fc.array(job, { minLength: 1, maxLength: 30 });
const sumOf = (all: readonly Job[]): number => all.reduce((sum, { takes }) => sum + takes, 0);

/** When each job is done, if so many are served at once. */
const served = (all: readonly Job[], servers: number): number[] => {
  const simulation = newSimulation();
  const places = newPlaces(servers);
  const ends: number[] = [];
  all.forEach(({ comesAt, takes }, index) => {
    simulation.start(
      (function* (): Process {
        yield comesAt;
        yield places.acquire;
        yield takes;
        places.release();
        ends[index] = simulation.now();
      })(),
    );
  });
  simulation.run();
  return ends;
};

const shared = (all: readonly Job[], processors: number): number[] => {
  const simulation = newSimulation();
  const work = newProcessors(simulation, processors);
  const ends: number[] = [];
  all.forEach(({ comesAt, takes }, index) => {
    simulation.start(
      (function* (): Process {
        yield comesAt;
        yield work(takes);
        ends[index] = simulation.now();
      })(),
    );
  });
  simulation.run();
  return ends;
};

const atOnce = (all: readonly Job[]): Job[] => all.map(({ takes }) => ({ comesAt: 0, takes }));

test('one server takes the sum of all jobs that wait', () => {
  fc.assert(
    fc.property(jobs, (all) => {
      expect(Math.max(...served(atOnce(all), 1))).toBe(sumOf(all));
    }),
  );
});

test('with a server for each nobody waits', () => {
  fc.assert(
    fc.property(jobs, (all) => {
      expect(served(all, all.length)).toEqual(all.map(({ comesAt, takes }) => comesAt + takes));
    }),
  );
});

test('one server more lets nobody end later', () => {
  fc.assert(
    fc.property(jobs, fc.integer({ min: 1, max: 8 }), (all, servers) => {
      const more = served(all, servers + 1);
      served(all, servers).forEach((end, index) => expect(more[index]).toBeLessThanOrEqual(end));
    }),
  );
});

test('no schedule is shorter than its longest job or its part of the sum, nor longer than both together', () => {
  fc.assert(
    fc.property(jobs, fc.integer({ min: 1, max: 8 }), (all, servers) => {
      const end = Math.max(...served(atOnce(all), servers));
      const longest = Math.max(...all.map(({ takes }) => takes));
      expect(end).toBeGreaterThanOrEqual(Math.max(longest, sumOf(all) / servers));
      expect(end).toBeLessThanOrEqual(longest + sumOf(all) / servers);
    }),
  );
});

test('those who wait are served in the order of their coming', () => {
  const ends = served(
    [10, 20, 30].map((takes) => ({ comesAt: 0, takes })),
    1,
  );
  expect(ends).toEqual([10, 30, 60]);
});

test('places that open later serve who waits', () => {
  const simulation = newSimulation();
  const places = newPlaces(0);
  let servedAt = 0;
  simulation.start(
    (function* (): Process {
      yield places.acquire;
      servedAt = simulation.now();
    })(),
  );
  simulation.start(
    (function* (): Process {
      yield 70;
      places.release(2);
    })(),
  );
  simulation.run();
  expect(servedAt).toBe(70);
});

test('shared processors are never idle while work waits, and give nobody more than one', () => {
  fc.assert(
    fc.property(jobs, fc.integer({ min: 1, max: 4 }), (all, processors) => {
      const ends = shared(atOnce(all), processors);
      const longest = Math.max(...all.map(({ takes }) => takes));
      const last = Math.max(...ends);
      expect(last).toBeGreaterThanOrEqual(Math.max(longest, sumOf(all) / processors) - 1e-6);
      expect(Math.max(...shared(atOnce(all), 1))).toBeCloseTo(sumOf(all), 6);
      ends.forEach((end, index) => expect(end).toBeGreaterThanOrEqual((all[index]?.takes ?? 0) - 1e-6));
    }),
  );
});

test('one processor more lets nobody end later', () => {
  fc.assert(
    fc.property(jobs, fc.integer({ min: 1, max: 4 }), (all, processors) => {
      const more = shared(all, processors + 1);
      shared(all, processors).forEach((end, index) => expect(more[index]).toBeLessThanOrEqual(end + 1e-6));
    }),
  );
});

test('two that share a processor are each half as fast', () => {
  const ends = shared(
    [
      { comesAt: 0, takes: 100 },
      { comesAt: 50, takes: 100 },
    ],
    1,
  );
  expect(ends).toEqual([150, 200]);
});
