import { randomInt } from 'node:crypto';
import { authenticator } from '#lib/auth/authenticate.ts';
import { createApiKey } from '#lib/auth/create-api-key.ts';
import { randomId } from '#lib/ids.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aWorld, caller } from '../../support/protocol-world.ts';

let world: Awaited<ReturnType<typeof aWorld>>;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.stop());

test('a call with a key is one write of one unit, also when all its slots are taken', async () => {
  const now = () => new Date('2026-11-20T10:00:00.000Z');
  const key = await createApiKey({ table: world.table, now }, { projectId: randomId('prj'), mode: 'live' });
  const authenticate = authenticator(world.table, { now, random: randomInt });
  for (let request = 0; request < 59; request += 1) await authenticate(`Bearer ${key}`);
  expect(await world.callsOf(() => authenticate(`Bearer ${key}`))).toMatchObject({
    readUnits: 0,
    writeUnits: 1,
  });
});

test('a grant is one write', async () => {
  expect(await world.callsOf(() => world.upload())).toEqual({
    counts: { 'dynamodb.PutItem': 1 },
    readUnits: 0,
    writeUnits: 1,
  });
});

test('creating a job is one transaction and one message', async () => {
  const id = await world.upload();
  await world.arrive(id);
  await world.deps.recordUpload({ tenant: 'prj_a.live', id });
  expect((await world.callsOf(() => world.queue({ upload_id: id }))).counts).toEqual({
    'dynamodb.TransactWriteItems': 1,
    'sqs.SendMessage': 1,
  });
});

test('completing a job, charging it, counting its usage and lowering the balance is one transaction', async () => {
  await world.run();
  await world.queueUploaded();
  const { counts } = await world.callsOf(() => world.run());
  expect(counts['dynamodb.TransactWriteItems']).toBe(1);
  expect(counts).not.toHaveProperty('dynamodb.Query');
});

test('a poll is one read until the job is completed, then one object more', async () => {
  const job = await world.queueUploaded();
  expect(await world.callsOf(() => world.view(job))).toEqual({
    counts: { 'dynamodb.GetItem': 1 },
    readUnits: 1,
    writeUnits: 0,
  });
  await world.run();
  expect((await world.callsOf(() => world.view(job))).counts).toEqual({
    'dynamodb.GetItem': 1,
    's3.GetObject': 1,
  });
});

test('a poll that waits is two writes more, one that may not wait is one write more', async () => {
  const job = await world.queueUploaded();
  expect(await world.callsOf(() => world.view(job, { wait: 1 }))).toEqual({
    counts: { 'dynamodb.GetItem': 3, 'dynamodb.UpdateItem': 2 },
    readUnits: 3,
    writeUnits: 2,
  });
  const holds = [await world.deps.beginWait(caller, 25_000), await world.deps.beginWait(caller, 25_000)];
  const refused = () => world.view(job, { wait: 25 }).catch(() => {});
  expect(await world.callsOf(refused)).toMatchObject({ readUnits: 1 });
  for (const hold of holds) await hold?.leave();
  await world.run();
  expect((await world.callsOf(() => world.view(job, { wait: 25 }))).counts).toEqual({
    'dynamodb.GetItem': 1,
    's3.GetObject': 1,
  });
});

test('a place at a stage is two writes more for a job, and none for a chunk of it', async () => {
  const job = await world.queueUploaded();
  const updates = async (work: () => Promise<unknown>) =>
    (await world.callsOf(work)).counts['dynamodb.UpdateItem'];
  world.queues.split.splice(0);
  // The claim and the end of the cutting, the place and its end.
  expect(await updates(() => world.split(job))).toBe(4);
  for (const chunk of world.queues.chunk.splice(0))
    expect(await updates(() => world.recognize(chunk))).toBe(1);
  const [joined] = world.queues.finish.splice(0);
  if (!joined) throw new Error('The last chunk calls the finisher.');
  // The job has left the queue and is cleaned up; the place and its end.
  expect(await updates(() => world.finish(joined))).toBe(4);
});

test('a message that finds no place is a write that is refused, one that it waits, and one message', async () => {
  const job = await world.queueUploaded();
  world.queues.split.splice(0);
  world.script.share = 1;
  const { cut } = world.deps;
  world.deps.cut = async function* (...file) {
    expect((await world.callsOf(() => world.split(job))).counts).toEqual({
      'dynamodb.UpdateItem': 2,
      'sqs.SendMessage': 1,
    });
    return yield* cut(...file);
  };
  await world.split(job);
  expect(world.queues.split.splice(0)).toEqual([job]);
  world.deps.cut = cut;
  world.script.share = 10;
  await world.run();
});

test('the end of a job and its event are one transaction, and one message tells of it', async () => {
  const job = await world.queueUploaded();
  await world.split(job);
  for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
  world.queues.finish.splice(0);
  const joined = await world.deps.store.find(job);
  if (!joined) throw new Error('A queued job is there.');
  const end = await world.callsOf(() =>
    world.deps.store.complete(joined, { now: world.deps.now(), detectedLanguage: 'en', billedMicroUsd: 5 }),
  );
  expect(end.counts).toEqual({ 'dynamodb.TransactWriteItems': 1, 'sqs.SendMessage': 1 });
  const canceled = await world.queueUploaded();
  expect((await world.callsOf(() => world.deps.store.cancel(canceled, world.deps.now()))).counts).toEqual({
    'dynamodb.GetItem': 1,
    'dynamodb.TransactWriteItems': 1,
    'sqs.SendMessage': 1,
  });
});
