import { expect, test } from 'vitest';
import { failDead } from '#lib/domain/transcriptions/fail-dead.ts';
import { leaseMs } from '#lib/domain/transcriptions/timing.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { startProtocol } from '../../../support/start-protocol.ts';

const world = await startProtocol();

test('a dead message fails its job, unless its work is done or was requested again', async () => {
  const job = await world.queueUploaded();
  await world.deps.store.claim(job, world.clock.now);
  world.clock.now = world.later(leaseMs + 1);
  await world.splitWaiting();
  const [first] = world.queues.chunk;
  if (first) await world.recognize(first);
  const overtaken = [
    job,
    { ...job, attempt: 1, index: 1 },
    { ...job, attempt: 2, index: 0 },
    { ...job, attempt: 2 },
    { ...job, attempt: 7, index: 1 },
  ];
  for (const message of overtaken) await world.die(message);
  expect(await world.view(job)).toMatchObject({ status: 'processing' });
  await world.die({ ...job, attempt: 2, index: 1 });
  expect(await world.view(job)).toMatchObject({
    status: 'failed',
    error: { type: 'internal_error', retryable: true },
  });
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'failed', transcript: null });
});

test('a dead message whose work another delivery did fails nothing', async () => {
  const job = await world.queueUploaded();
  for (const message of world.queues.split.splice(0)) {
    await world.split(message);
    await world.die(message);
  }
  const [first] = world.queues.chunk;
  if (!first) throw new Error('Splitting sends a message for every chunk.');
  await world.recognize(first);
  await world.die(first);
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
});

test('a call for more workers that failed five times fails nothing', async () => {
  const job = await world.queueUploaded();
  await world.splitWaiting();
  for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
  await world.die({ ...job, attempt: 1, partsWaiting: 3 });
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed' });
});

test('one chunk that can never be recognized fails the whole job: no charge, no partial text, only the audio kept', async () => {
  const { recognize } = world.script;
  world.script.recognize = async (chunk) => {
    if (chunk.index === 1) throw new Error('The engine crashes on it.');
    return recognize(chunk);
  };
  const job = await world.queueUploaded();
  await world.splitWaiting();
  for (const message of world.queues.chunk.splice(0)) await world.recognize(message).catch(() => undefined);
  await world.die({ ...job, attempt: 1, index: 1 });
  await world.run();
  world.script.recognize = recognize;
  expect(await world.view(job)).toMatchObject({
    status: 'failed',
    error: { type: 'internal_error', retryable: true },
    billing: { status: 'not_charged', amount_usd: '0.000000' },
    transcript: null,
    segments: null,
    source: { deleted_at: null },
  });
  const stored = await world.deps.store.find(job);
  const uploadId = stored?.uploadId ?? '?';
  const kept = [...world.audio.objects.keys(), ...world.results.objects.keys()];
  expect(kept.filter((key) => key.includes(job.id) || key.includes(uploadId))).toEqual([
    uploadKey({ tenant: job.tenant, id: uploadId }),
  ]);
});

test('a dead message fails nothing if a worker claims the job after it was read', async () => {
  const job = await world.queueUploaded();
  const [message = job] = world.queues.split.splice(0);
  const read = await world.deps.store.find(job);
  await world.deps.store.claim(job, world.clock.now);
  await failDead({ ...world.deps, store: { ...world.deps.store, find: async () => read } }, message);
  expect(await world.view(job)).toMatchObject({ status: 'processing' });
});

test('a dead split message fails nothing while a worker holds the job', async () => {
  const job = await world.queueUploaded();
  const [message] = world.queues.split.splice(0);
  await world.deps.store.claim(message ?? job, world.clock.now);
  await world.die(message ?? job);
  expect(await world.view(job)).toMatchObject({ status: 'processing' });
  world.clock.now = world.later(leaseMs + 1);
  await world.die(message ?? job);
  expect(await world.view(job)).toMatchObject({ status: 'failed' });
});
