import { expect } from 'vitest';

type Slice = {
  /** Its number, and that of the slices of the file. */
  readonly part: number;
  readonly parts: number;
  /** The samples to leave out, at 48 kHz. */
  readonly skip: number;
  /** The numbers of its packets in the file. */
  readonly packets: readonly number[];
};

/**
 * Checks that a slice has all packets of its time, in order, and leaves out what they have before it. `startMs` are the
 * times at which the packets of the file begin, and the end of the last one.
 */
export const expectPacketsOfItsTime = (
  { part, parts, skip, packets }: Slice,
  startMs: readonly number[],
): void => {
  const [first = 0, last = 0] = [packets[0], packets.at(-1)];
  expect(packets).toEqual(Array.from({ length: last + 1 - first }, (_, at) => first + at));
  const beginMs = part === 0 ? 0 : part * 240_000 - 8_000;
  expect(skip).toBe(48 * (beginMs - (startMs[first] ?? 0)));
  expect(skip).toBeGreaterThanOrEqual(0);
  const leastMs = part + 1 === parts ? startMs.at(-1) : part * 240_000 + 245_000;
  expect(startMs[last + 1]).toBeGreaterThanOrEqual(leastMs ?? Infinity);
};
