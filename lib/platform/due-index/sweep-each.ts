import { later, secondMs } from '../durations.ts';
import { someAtOnce } from '../some-at-once.ts';
import { log, type LogFields, withLogFields } from '../log.ts';
import type { DuePage, DuePosition } from './due-index.ts';

// Less than the function's timeout of 50 seconds. The next run, a minute later, continues.
const maxSweepMs = 40 * secondMs;

export type Sweep<T> = {
  readonly now: () => Date;
  /** The number of items handled at once. */
  readonly concurrency: number;
  /** One page of the items that were due at `at`; without `from` the first page. */
  readonly list: (at: Date, from: DuePosition | undefined) => Promise<DuePage<T>>;
  readonly logFields: (due: T) => LogFields;
  /** Returns false if there was nothing to do. A rejection is logged and does not stop the others. Long work must end by `deadline`. */
  readonly handle: (due: T, deadline: Date) => Promise<boolean>;
};

/** Handles each due item once, and logs how many were due and how many of them needed something. */
export const sweepEach = async <T>({
  now,
  concurrency,
  list,
  logFields,
  handle,
}: Sweep<T>): Promise<void> => {
  const begunAt = now();
  const deadline = later(begunAt, maxSweepMs);
  let due = 0;
  let handled = 0;
  const handleOne = async (one: T): Promise<void> => {
    try {
      if (await handle(one, deadline)) handled += 1;
    } catch (error) {
      log.error('sweep.item_failed', error);
    }
  };
  let from: DuePosition | undefined;
  do {
    const { dues, next } = await list(begunAt, from);
    due += dues.length;
    await someAtOnce(dues, concurrency, async (one) => {
      if (now() < deadline) await withLogFields(logFields(one), () => handleOne(one));
    });
    from = next;
  } while (from.length > 0 && now() < deadline);
  log.info('sweep.finished', { due, handled });
};
