import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ByteReader } from '#lib/speech/audio/byte-reader.ts';
import type { Planned, Serially } from '#lib/speech/audio/parts/plan.ts';
import { maxPlaces } from '#lib/speech/audio/parts/slice-places.ts';
import { anyDamage } from '../../../../support/any-damage.ts';
import { bytesReader } from '../../../../support/bytes-reader.ts';

type Walked = {
  /** "page" or "cluster". */
  readonly unit: string;
  readonly plan: (file: Buffer) => Promise<Planned>;
  readonly walk: (file: ByteReader, max?: number) => Promise<{ readonly samples: number } | Serially>;
  /** A file of `count` units with one packet of 2.5 or 20 ms each. */
  readonly tiny: (count: number, ms: 2.5 | 20) => Buffer;
  readonly eightHours: () => Buffer;
  readonly minutes: () => Buffer;
};

/** The guarantees for Opus files that are walked to their end, unit by unit. */
export const describeWalkedOpus = ({ unit, plan, walk, tiny, eightHours, minutes }: Walked): void => {
  test(`a file in ${unit}s of 20 ms is cut in parts, of which one ${unit} a second is kept`, async () => {
    const file = tiny(600 * 50, 20);
    expect(await walk(bytesReader(file))).toHaveProperty('places.length', 600);
    expect(await plan(file)).toHaveProperty('slices.length', 3);
  });

  test(`a file of more ${unit}s than five hours have is cut as one, however short they are`, async () => {
    expect(maxPlaces).toBeGreaterThan((5 * 3_600_000) / 20 + 2);
    const file = bytesReader(tiny(2_000, 2.5));
    expect(await walk(file, 2_002)).toHaveProperty('samples');
    expect(await walk(file, 1_900)).toEqual({ serially: 'header' });
  });

  test(`no ${unit} is read behind the end of five hours`, async () => {
    let read = 0;
    const { size, at } = bytesReader(eightHours());
    const counted = (position: number, length: number) => {
      read = Math.max(read, position + length);
      return at(position, length);
    };
    expect(await walk({ size, at: counted })).toEqual({ serially: 'header' });
    expect(read).toBeLessThan(size);
  });

  test('a damaged file is planned or cut as one, and never fails its planner', async () => {
    await fc.assert(
      fc.asyncProperty(anyDamage(minutes()), async (damaged) => {
        expect(await plan(damaged)).toBeTypeOf('object');
      }),
      { numRuns: 100 },
    );
  });
};
