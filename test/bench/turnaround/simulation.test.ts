import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  newSemaphore,
  newSharedProcessors,
  newSimulation,
  type Process,
} from '../../../bench/turnaround/simulation.ts';

type Job = { arrivesAt: number; lengthMs: number };
const job = fc.record({ arrivesAt: fc.nat(1_000), lengthMs: fc.integer({ min: 1, max: 500 }) });
const jobs = fc.array(job, { minLength: 1, maxLength: 30 });
const sumOf = (all: readonly Job[]): number => all.reduce((sum, { lengthMs }) => sum + lengthMs, 0);

/** The end of each job when `servers` of them run at once. */
const served = (all: readonly Job[], servers: number): number[] => {
  const simulation = newSimulation();
  const semaphore = newSemaphore(servers);
  const ends: number[] = [];
  all.forEach(({ arrivesAt, lengthMs }, index) => {
    simulation.start(
      (function* (): Process {
        yield arrivesAt;
        yield semaphore.acquire;
        yield lengthMs;
        semaphore.release();
        ends[index] = simulation.now();
      })(),
    );
  });
  simulation.run();
  return ends;
};

const shared = (all: readonly Job[], processors: number): number[] => {
  const simulation = newSimulation();
  const work = newSharedProcessors(simulation, processors);
  const ends: number[] = [];
  all.forEach(({ arrivesAt, lengthMs }, index) => {
    simulation.start(
      (function* (): Process {
        yield arrivesAt;
        yield work(lengthMs);
        ends[index] = simulation.now();
      })(),
    );
  });
  simulation.run();
  return ends;
};

const atOnce = (all: readonly Job[]): Job[] => all.map(({ lengthMs }) => ({ arrivesAt: 0, lengthMs }));

test('one server takes the sum of all waiting jobs', () => {
  fc.assert(
    fc.property(jobs, (all) => {
      expect(Math.max(...served(atOnce(all), 1))).toBe(sumOf(all));
    }),
  );
});

test('no job waits when there is a server for each', () => {
  fc.assert(
    fc.property(jobs, (all) => {
      expect(served(all, all.length)).toEqual(all.map(({ arrivesAt, lengthMs }) => arrivesAt + lengthMs));
    }),
  );
});

test('one server more delays no job', () => {
  fc.assert(
    fc.property(jobs, fc.integer({ min: 1, max: 8 }), (all, servers) => {
      const more = served(all, servers + 1);
      served(all, servers).forEach((end, index) => expect(more[index]).toBeLessThanOrEqual(end));
    }),
  );
});

test('a schedule takes at least its longest job and its share of the sum, and at most both together', () => {
  fc.assert(
    fc.property(jobs, fc.integer({ min: 1, max: 8 }), (all, servers) => {
      const end = Math.max(...served(atOnce(all), servers));
      const longest = Math.max(...all.map(({ lengthMs }) => lengthMs));
      expect(end).toBeGreaterThanOrEqual(Math.max(longest, sumOf(all) / servers));
      expect(end).toBeLessThanOrEqual(longest + sumOf(all) / servers);
    }),
  );
});

test('waiting jobs are served in the order of arrival', () => {
  const ends = served(
    [10, 20, 30].map((lengthMs) => ({ arrivesAt: 0, lengthMs })),
    1,
  );
  expect(ends).toEqual([10, 30, 60]);
});

test('permits that are added later serve waiting processes', () => {
  const simulation = newSimulation();
  const semaphore = newSemaphore(0);
  let servedAt = 0;
  simulation.start(
    (function* (): Process {
      yield semaphore.acquire;
      servedAt = simulation.now();
    })(),
  );
  simulation.start(
    (function* (): Process {
      yield 70;
      semaphore.release(2);
    })(),
  );
  simulation.run();
  expect(servedAt).toBe(70);
});

test('shared processors are never idle while work waits, and give no task more than one', () => {
  fc.assert(
    fc.property(jobs, fc.integer({ min: 1, max: 4 }), (all, processors) => {
      const ends = shared(atOnce(all), processors);
      const longest = Math.max(...all.map(({ lengthMs }) => lengthMs));
      const last = Math.max(...ends);
      expect(last).toBeGreaterThanOrEqual(Math.max(longest, sumOf(all) / processors) - 1e-6);
      expect(Math.max(...shared(atOnce(all), 1))).toBeCloseTo(sumOf(all), 6);
      ends.forEach((end, index) => expect(end).toBeGreaterThanOrEqual((all[index]?.lengthMs ?? 0) - 1e-6));
    }),
  );
});

test('one processor more delays no task', () => {
  fc.assert(
    fc.property(jobs, fc.integer({ min: 1, max: 4 }), (all, processors) => {
      const more = shared(all, processors + 1);
      shared(all, processors).forEach((end, index) => expect(more[index]).toBeLessThanOrEqual(end + 1e-6));
    }),
  );
});

test('two tasks that share a processor run at half speed each', () => {
  const ends = shared(
    [
      { arrivesAt: 0, lengthMs: 100 },
      { arrivesAt: 50, lengthMs: 100 },
    ],
    1,
  );
  expect(ends).toEqual([150, 200]);
});
