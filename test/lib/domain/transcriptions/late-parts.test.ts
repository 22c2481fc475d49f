import { beforeEach, expect, test } from 'vitest';
import { isLateParts, type SplitMessage } from '#lib/domain/transcriptions/messages.ts';
import { maxLateCheckMs } from '#lib/domain/transcriptions/timing.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { startProtocol } from '../../../support/start-protocol.ts';

const world = await startProtocol();
beforeEach(() => {
  Object.assign(world.script, { chunks: 2, parts: 4 });
});

const text = 'Word0. Word1. Word100. Word101. Word200. Word201. Word300. Word301.';
const completed = { status: 'completed', transcript: text, billing: { status: 'charged' } };

/**
 * Cuts the first `count` parts of a job at intervals of `ms`. Returns the messages sent during the cutting, and those of all
 * parts.
 */
const cutParts = async (count: number, ms: number) => {
  const job: JobRef = await world.queueUploaded();
  await world.splitWaiting();
  const parts = world.queues.split.splice(0);
  const sent: { readonly message: SplitMessage; readonly delayMs: number | undefined }[] = [];
  const sendSplit = async (message: SplitMessage, delayMs?: number) => void sent.push({ message, delayMs });
  for (const message of parts.slice(0, count)) {
    world.clock.now = world.later(ms);
    await world.split(message, { sendSplit });
  }
  return { job, parts, sent };
};
const lookAt = (job: JobRef): SplitMessage => ({ ...job, attempt: 1, lateParts: true });

test('late parts are looked for at twice the time that half of the parts took', async () => {
  const { job, sent } = await cutParts(3, 1_500);
  expect(sent).toEqual([{ message: lookAt(job), delayMs: 3_000 }]);
});

test('a message to look for late parts waits no longer than SQS lets it', async () => {
  const { job, sent } = await cutParts(2, maxLateCheckMs);
  expect(sent).toEqual([{ message: lookAt(job), delayMs: maxLateCheckMs }]);
});

test('a late part is sent again, and the first worker that cuts it counts', async () => {
  const { job, parts } = await cutParts(3, 1_000);
  await world.split(lookAt(job));
  expect(world.queues.split).toEqual(parts.slice(3));
  world.queues.split.push(...parts.slice(3));
  await world.run();
  expect(await world.view(job)).toMatchObject(completed);
});

test('where more than a tenth of the parts is missing nothing is sent again', async () => {
  const { job } = await cutParts(2, 1_000);
  await world.split(lookAt(job));
  expect(world.queues.split).toEqual([]);
});

test('a message to look for late parts does nothing once all are cut, or for another attempt', async () => {
  const { job, parts } = await cutParts(3, 1_000);
  await world.split({ ...job, attempt: 2, lateParts: true });
  expect(world.queues.split).toEqual([]);
  for (const message of parts) await world.split(message);
  await world.split(lookAt(job));
  expect(world.queues.split.filter((message) => !isLateParts(message))).toEqual([]);
  await world.run();
  await world.split(lookAt(job));
  expect(await world.view(job)).toMatchObject(completed);
});

test('a look for late parts that fails for good fails no job', async () => {
  const { job, parts } = await cutParts(3, 1_000);
  await world.die({ ...job, attempt: 1, lateParts: true });
  for (const message of parts) await world.split(message);
  await world.run();
  expect(await world.view(job)).toMatchObject(completed);
});
