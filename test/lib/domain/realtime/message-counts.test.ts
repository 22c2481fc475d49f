import { expect, test } from 'vitest';
import { messageCounts } from '#lib/domain/realtime/message-counts.ts';
import { emptyWindowMs, maxEmptyMessages } from '#lib/domain/realtime/timing.ts';

const start = Date.parse('2026-11-20T10:00:00.000Z');

/** The counts of a process for one session, and the number of each answer. */
const aProcess = () => {
  const counts = messageCounts();
  const answers = { taken: 0, refused: 0, ignored: 0 };
  const count = (atMs: number, bytes = 0, offset?: number, connection = 1) => {
    const ref = { tenant: 'prj_a.test', id: 'rts_a' } as const;
    const message = { ref, connection, bytes, offset };
    answers[counts.count(message, new Date(start + atMs))] += 1;
  };
  return { counts, answers, count };
};

const times = (many: number, act: (nth: number) => void): void => {
  for (let nth = 0; nth < many; nth += 1) act(nth);
};

test('more messages without audio than the limit are refused once, and then ignored', () => {
  const { answers, count } = aProcess();
  times(maxEmptyMessages + 50, (nth) => count(nth));
  expect(answers).toEqual({ taken: maxEmptyMessages, refused: 1, ignored: 49 });
});

test('audio of 10 ms in each message at four times the speed, with pings, is never too much', () => {
  const { answers, count } = aProcess();
  times(4 * 100 * 60, (nth) => {
    count(nth * 2.5, 320, nth * 320);
    if (nth % 400 === 0) count(nth * 2.5);
  });
  expect(answers).toMatchObject({ refused: 0, ignored: 0 });
});

test('a muted microphone, of whose WebM Chromium gives 44 bytes each 100 ms, is never too much', () => {
  const { answers, count } = aProcess();
  times(10 * 60, (nth) => count(nth * 100, 44, nth * 44));
  expect(answers).toMatchObject({ refused: 0, ignored: 0 });
});

test('a minute of audio that a new connection sends again at once is not too much', () => {
  const { answers, count } = aProcess();
  for (const connection of [1, 2]) times(6_000, (nth) => count(connection, 320, nth * 320, connection));
  expect(answers).toMatchObject({ refused: 0, ignored: 0 });
});

test.each<[string, (nth: number) => readonly [number, number | undefined]]>([
  ['of four bytes without offsets', () => [4, undefined]],
  ['of four bytes each', (nth) => [4, 4 * nth]],
  ['of the same bytes', () => [320, 0]],
  ['of nearly the same bytes', (nth) => [320, 2 * nth]],
])('audio %s is counted as none', (_, audio) => {
  const { answers, count } = aProcess();
  times(1_000, (nth) => count(nth, ...audio(nth)));
  expect(answers.refused).toBe(1);
});

test('a session that connects again keeps its count, and what its old connection still sends is counted', () => {
  const { answers, count } = aProcess();
  times(maxEmptyMessages, (nth) => count(nth));
  count(300, 0, undefined, 2);
  expect(answers).toEqual({ taken: maxEmptyMessages, refused: 1, ignored: 0 });
  count(301, 320, 0, 3);
  expect(answers.taken).toBe(maxEmptyMessages + 1);
  count(302, 320, 320, 1);
  expect(answers.refused).toBe(2);
});

test('the count begins anew after a while', () => {
  const { answers, count } = aProcess();
  times(maxEmptyMessages + 2, () => count(0));
  times(maxEmptyMessages, () => count(emptyWindowMs));
  expect(answers).toEqual({ taken: 2 * maxEmptyMessages, refused: 1, ignored: 1 });
});

test('another session is not counted with it, and memory is bounded however many there are', () => {
  const { counts, answers, count } = aProcess();
  times(maxEmptyMessages, () => count(0));
  const message = { connection: 1, bytes: 0, offset: undefined };
  const other = { tenant: 'prj_b.live', id: 'rts_b' } as const;
  expect(counts.count({ ...message, ref: other }, new Date(start))).toBe('taken');
  times(5_000, (nth) => counts.count({ ...message, ref: { ...other, id: `rts_${nth}` } }, new Date(start)));
  count(0);
  expect(answers).toEqual({ taken: maxEmptyMessages + 1, refused: 0, ignored: 0 });
});
