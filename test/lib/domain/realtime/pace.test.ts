import { expect, test } from 'vitest';
import { partialPace, pollMs } from '#lib/domain/realtime/pace.ts';

test.each([
  ['until shortly before the next frame is due', 0, 176],
  ['often when it is due', 176, 12],
  ['ever more rarely when it does not come', 1_176, 100],
  ['never more rarely than four times a second', 60_000, 250],
])('the pause lasts %s', (_, sinceFoundMs, ms) => {
  expect(pollMs({ sinceFoundMs, frameMs: 200 })).toBe(ms);
});

test('a partial is due after 200 ms of new audio, and after a rest of one and a half times the last pass', () => {
  const pace = partialPace();
  expect([pace.isDue(199, 0, 'later'), pace.isDue(200, 0, 'later')]).toEqual([false, true]);
  pace.passed(200, { begunAt: 0, endedAt: 300 });
  expect([
    pace.isDue(399, 750, 'later'),
    pace.isDue(400, 749, 'later'),
    pace.isDue(400, 750, 'later'),
  ]).toEqual([false, false, true]);
});

test('a first partial is due after 100 ms of new audio, and after the same rest', () => {
  const pace = partialPace();
  pace.passed(200, { begunAt: 0, endedAt: 40 });
  expect([
    pace.isDue(299, 100, 'first'),
    pace.isDue(300, 99, 'first'),
    pace.isDue(300, 100, 'first'),
  ]).toEqual([false, false, true]);
});
