import { expect, test } from 'vitest';
import { keepLease } from '#lib/domain/transcriptions/keep-lease.ts';

const claim = { tenant: 'prj_a.live', id: 'ofq_a', attempt: 1 } as const;

/** A lease whose renewals the test observes and completes. */
const aLease = () => {
  const renewals: ((renewed: boolean) => void)[] = [];
  let beat = () => {};
  return {
    beat: () => beat(),
    complete: (renewed: boolean) => renewals.shift()?.(renewed),
    deps: {
      store: { renewLease: () => new Promise<boolean>((resolve) => void renewals.push(resolve)) },
      now: () => new Date(),
      every: (_ms: number, run: () => void) => {
        beat = run;
        return () => (beat = () => {});
      },
    },
  };
};

test('no renewal is in flight when the work ends', async () => {
  const { deps, beat, complete } = aLease();
  const order: string[] = [];
  const kept = keepLease(deps, claim, async () => beat()).then(() => order.push('released'));
  await new Promise(setImmediate);
  order.push('renewed');
  complete(true);
  await kept;
  expect(order).toEqual(['renewed', 'released']);
});

test('work that lost its lease is aborted', async () => {
  const { deps, beat, complete } = aLease();
  const kept = keepLease(deps, claim, async (signal) => {
    beat();
    complete(false);
    await new Promise(setImmediate);
    signal.throwIfAborted();
  });
  await expect(kept).rejects.toThrow('Another worker holds the job now.');
});
