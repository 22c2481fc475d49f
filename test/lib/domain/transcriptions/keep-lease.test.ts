import { expect, test } from 'vitest';
import { keepLease } from '#lib/domain/transcriptions/keep-lease.ts';

const claim = { tenant: 'prj_a.live', id: 'ofq_a', attempt: 1 } as const;

/** A lease whose renewals the test asks for and answers. */
const aLease = () => {
  const asked: ((renewed: boolean) => void)[] = [];
  let beat = () => {};
  return {
    beat: () => beat(),
    answer: (renewed: boolean) => asked.shift()?.(renewed),
    deps: {
      store: { renewLease: () => new Promise<boolean>((resolve) => void asked.push(resolve)) },
      now: () => new Date(),
      every: (_ms: number, run: () => void) => {
        beat = run;
        return () => (beat = () => {});
      },
    },
  };
};

test('no renewal can come after what is done with the lease next', async () => {
  const { deps, beat, answer } = aLease();
  const order: string[] = [];
  const kept = keepLease(deps, claim, async () => beat()).then(() => order.push('released'));
  await new Promise(setImmediate);
  order.push('renewed');
  answer(true);
  await kept;
  expect(order).toEqual(['renewed', 'released']);
});

test('work whose lease was lost is told to stop', async () => {
  const { deps, beat, answer } = aLease();
  const kept = keepLease(deps, claim, async (signal) => {
    beat();
    answer(false);
    await new Promise(setImmediate);
    signal.throwIfAborted();
  });
  await expect(kept).rejects.toThrow('Another worker holds the job now.');
});
