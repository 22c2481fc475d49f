import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { watchPace } from '#lib/platform/net/pace.ts';
import { manualClock } from '../../../support/manual-clock.ts';

const rate = { bytesPerSecond: 20_000, afterMs: 10_000 };

const watched = () => {
  const { timer, advance, waiting } = manualClock();
  let isSlow = false;
  const pace = watchPace(timer, rate, () => {
    isSlow = true;
  });
  return { ...pace, advance, waiting, isSlow: () => isSlow };
};

describe('the minimum average rate', () => {
  test('a sender that sends nothing is too slow after ten seconds, and not before', () => {
    const sender = watched();
    sender.wait();
    sender.advance(9_999);
    expect(sender.isSlow()).toBe(false);
    sender.advance(1);
    expect(sender.isSlow()).toBe(true);
  });

  test('a sender that was fast may stall for a while, because the average counts', () => {
    const sender = watched();
    sender.wait();
    sender.receive(400_000);
    sender.advance(19_999);
    expect(sender.isSlow()).toBe(false);
    sender.advance(1);
    expect(sender.isSlow()).toBe(true);
  });

  test('a short file that ended is never too slow', () => {
    const sender = watched();
    sender.wait();
    sender.receive(100);
    sender.rest();
    sender.advance(60_000);
    expect([sender.isSlow(), sender.waiting()]).toEqual([false, []]);
  });

  test('a sender is not too slow when only the reader is', () => {
    const sender = watched();
    sender.wait();
    for (let piece = 0; piece < 100; piece += 1) {
      sender.receive(1_000);
      sender.rest();
      sender.advance(3_600_000);
      sender.wait();
    }
    sender.advance(9_999);
    expect(sender.isSlow()).toBe(false);
  });
});

test('a sender is too slow at the instant its average falls below the rate, after the first ten seconds', () => {
  const step = fc.record({
    waitMs: fc.nat({ max: 8_000 }),
    bytes: fc.oneof(fc.constant(0), fc.nat({ max: 200_000 })),
    restMs: fc.oneof(fc.constant(0), fc.nat({ max: 60_000 })),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const sender = watched();
      let waitedMs = 0;
      let received = 0;
      let expected = false;
      sender.wait();
      for (const { waitMs, bytes, restMs } of steps) {
        sender.advance(waitMs);
        waitedMs += waitMs;
        expected ||= waitedMs >= rate.afterMs && received <= (rate.bytesPerSecond * waitedMs) / 1000;
        expect(sender.isSlow()).toBe(expected);
        if (expected) return;
        received += bytes;
        sender.receive(bytes);
        sender.rest();
        sender.advance(restMs);
        sender.wait();
      }
    }),
    { numRuns: 1_000 },
  );
});
