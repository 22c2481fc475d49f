import { beforeEach, expect, test } from 'vitest';
import { callHelpers } from '#lib/platform/queue/call-helpers.ts';
import { runRecord } from '../../../support/run-record.ts';

let calls = 0;
beforeEach(() => {
  calls = 0;
});
const calling = callHelpers(async () => {
  await new Promise(setImmediate);
  calls += 1;
});

test('a message that waited for longer than a free poller takes calls two helpers', async () => {
  expect(await runRecord(calling, { waitedMs: 101 })).toBe(true);
  expect(calls).toBe(2);
});

test('a message that is received at once calls nobody', async () => {
  await runRecord(calling, { waitedMs: 100 });
  expect(calls).toBe(0);
});

test('a message that is received again calls nobody, because it did not wait for a worker', async () => {
  await runRecord(calling, { waitedMs: 9_000, receives: 2 });
  expect(calls).toBe(0);
});

test('a message is worked on although no helper can be called', async () => {
  const refusing = callHelpers(() => Promise.reject(new Error('Too many requests.')));
  const worked: string[] = [];
  expect(
    await runRecord(refusing, { waitedMs: 9_000 }, async ({ messageId }) => void worked.push(messageId)),
  ).toBe(true);
  expect(worked).toEqual(['m']);
});
