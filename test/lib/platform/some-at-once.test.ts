import { expect, test } from 'vitest';
import { someAtOnce } from '#lib/platform/some-at-once.ts';

/** A step that ends when the test says so, and the things of which it has begun. */
const pausedSteps = () => {
  const ends = new Map<number, PromiseWithResolvers<string>>();
  return {
    begun: () => [...ends.keys()],
    end: (thing: number) => ends.get(thing)?.resolve(`result ${thing}`),
    fail: (thing: number) => ends.get(thing)?.reject(new Error(`failure ${thing}`)),
    step: (thing: number): Promise<string> => {
      const end = Promise.withResolvers<string>();
      ends.set(thing, end);
      return end.promise;
    },
  };
};

test('a step begins as soon as another has ended, and the results are in the order of the things', async () => {
  const { begun, end, step } = pausedSteps();
  const results = someAtOnce([1, 2, 3, 4], 2, step);
  expect(begun()).toEqual([1, 2]);
  end(2);
  await expect.poll(begun).toEqual([1, 2, 3]);
  end(3);
  await expect.poll(begun).toEqual([1, 2, 3, 4]);
  end(4);
  end(1);
  expect(await results).toEqual(['result 1', 'result 2', 'result 3', 'result 4']);
});

test('no step begins after one has failed', async () => {
  const { begun, end, fail, step } = pausedSteps();
  const results = someAtOnce([1, 2, 3], 2, step);
  fail(1);
  await expect(results).rejects.toThrow('failure 1');
  end(2);
  await new Promise(setImmediate);
  expect(begun()).toEqual([1, 2]);
});

test('no things have no results', async () => {
  expect(await someAtOnce([], 3, pausedSteps().step)).toEqual([]);
});
