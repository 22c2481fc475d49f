import { creditsKey } from '#lib/domain/billing/keys.ts';
import { holdFor } from '#lib/domain/billing/hold.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { minPlannedBytes } from '#lib/domain/uploads/receive-upload.ts';
import { findUpload } from '#lib/domain/uploads/upload-repository.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Calls, callsOf as countedCalls } from '../../../support/count-calls.ts';
import { startCountedTable } from '../../../support/table.ts';
import { aWorld, caller } from '../../../support/protocol-world.ts';

let world: Awaited<ReturnType<typeof aWorld>>;
let callsOf: (work: () => Promise<unknown>) => Promise<Calls>;
beforeAll(async () => {
  const counted = await startCountedTable();
  callsOf = (work) => countedCalls(counted.calls, work);
  world = await aWorld({}, counted);
});
beforeEach(() => {
  world.script.body = Buffer.from('bytes');
});

test('creating a grant is one write', async () => {
  expect(await callsOf(() => world.upload())).toEqual({
    counts: { 'dynamodb.PutItem': 1 },
    readUnits: 0,
    writeUnits: 1,
  });
});

test('creating a job is one read, one transaction and one message', async () => {
  const id = await world.upload();
  await world.arrive(id);
  await world.deps.recordUpload({ tenant: 'prj_a.live', id });
  expect((await callsOf(() => world.queue({ upload_id: id }))).counts).toEqual({
    // Reads the spend limit of the organization.
    'dynamodb.Query': 1,
    'dynamodb.TransactWriteItems': 1,
    'sqs.SendMessage': 1,
  });
});

describe('calls with prepayment', () => {
  const organizationId = 'org_prepaid';
  const hold = holdFor({
    prepaid: true,
    findUpload: (tenant, id) => findUpload(world.table, { tenant, id }),
    recordUpload: (upload) => world.deps.recordUpload(upload),
    findFile: async () => undefined,
  });
  const queue = (upload_id: string) =>
    world.queue({ upload_id }, { holdFor: hold }, { ...caller, organizationId });
  const anUpload = async () => {
    const id = await world.upload();
    await world.arrive(id);
    await world.deps.recordUpload({ tenant: caller.tenant, id });
    return id;
  };
  beforeAll(async () => {
    const set = 'ADD unheldMicroUsd :credit';
    await world.table.update({ key: creditsKey(organizationId), set, values: { ':credit': 1_000_000 } });
  });

  test('creating a prepaid job is two reads of one unit, one transaction and one message', async () => {
    const id = await anUpload();
    const { counts, readUnits } = await callsOf(() => queue(id));
    expect({ counts, readUnits }).toEqual({
      counts: {
        'dynamodb.GetItem': 1,
        'dynamodb.Query': 1,
        'dynamodb.TransactWriteItems': 1,
        'sqs.SendMessage': 1,
      },
      readUnits: 2,
    });
  });

  test('a refused prepaid job writes nothing', async () => {
    const id = await anUpload();
    const broke = { ...caller, organizationId: 'org_broke' };
    const { counts, writeUnits } = await callsOf(() =>
      world.queue({ upload_id: id }, { holdFor: hold }, broke).catch(() => undefined),
    );
    expect({ counts, writeUnits }).toEqual({
      counts: { 'dynamodb.GetItem': 2, 'dynamodb.Query': 1 },
      writeUnits: 0,
    });
  });

  test('recording the audio length is one transaction and a read; without prepayment one write', async () => {
    const splitting = async (job: JobRef) => {
      const claimed = await world.deps.store.claim(job, world.deps.now());
      if (!claimed) throw new Error('A queued job can be claimed.');
      const cut = { chunkCount: 0, audioMs: 100, channels: 1, now: world.deps.now() };
      return (await callsOf(() => world.deps.store.markSplit(claimed, cut))).counts;
    };
    const holding = await world.queue(
      { audio_url: 'https://a.example/a.mp3' },
      { holdFor: hold },
      { ...caller, organizationId },
    );
    await world.fetch(holding);
    expect(await splitting(holding)).toEqual({
      'dynamodb.TransactWriteItems': 1,
      'dynamodb.GetItem': 1,
    });
    expect(await splitting(await world.queueUploaded())).toEqual({ 'dynamodb.UpdateItem': 1 });
  });
});

test('completing a job, charging it, counting its usage and lowering the balance is one transaction', async () => {
  await world.run();
  await world.queueUploaded();
  const { counts } = await callsOf(() => world.run());
  expect(counts['dynamodb.TransactWriteItems']).toBe(1);
  expect(counts).not.toHaveProperty('dynamodb.Query');
});

test('a poll is one read until the job completes, then one object more', async () => {
  const job = await world.queueUploaded();
  expect(await callsOf(() => world.view(job))).toEqual({
    counts: { 'dynamodb.GetItem': 1 },
    readUnits: 1,
    writeUnits: 0,
  });
  await world.run();
  expect((await callsOf(() => world.view(job))).counts).toEqual({
    'dynamodb.GetItem': 1,
    's3.GetObject': 1,
  });
});

test('a long poll is two writes more, a refused one is one write more', async () => {
  const job = await world.queueUploaded();
  expect(await callsOf(() => world.view(job, { wait: 1 }))).toEqual({
    counts: { 'dynamodb.GetItem': 3, 'dynamodb.UpdateItem': 2 },
    readUnits: 3,
    writeUnits: 2,
  });
  const held = [await world.deps.beginWait(caller, 25_000), await world.deps.beginWait(caller, 25_000)];
  const refused = () => world.view(job, { wait: 25 }).catch(() => {});
  expect(await callsOf(refused)).toMatchObject({ readUnits: 1 });
  for (const permits of held) await permits?.release();
  await world.run();
  expect((await callsOf(() => world.view(job, { wait: 25 }))).counts).toEqual({
    'dynamodb.GetItem': 1,
    's3.GetObject': 1,
  });
});

const updates = async (work: () => Promise<unknown>) => (await callsOf(work)).counts['dynamodb.UpdateItem'];
const largeAudio = Buffer.alloc(minPlannedBytes);

test('a small job is cut by two writes and four reads, and each chunk counted by one write, the last one with a report of its part', async () => {
  const job = await world.queueUploaded();
  world.queues.split.splice(0);
  const { counts } = await callsOf(() => world.split(job));
  // Updates: the claim and the end of splitting. Reads: the job, its upload before and after the claim, and the recognition
  // progress.
  expect(counts).toMatchObject({ 'dynamodb.UpdateItem': 2, 'dynamodb.GetItem': 4 });
  const writes: (number | undefined)[] = [];
  for (const chunk of world.queues.chunk.splice(0)) writes.push(await updates(() => world.recognize(chunk)));
  expect(writes).toEqual([1, 2]);
  const [joined] = world.queues.finish.splice(0);
  if (!joined) throw new Error('The last chunk calls the finisher.');
  // The job leaves both queues and is cleaned up.
  expect(await updates(() => world.finish(joined))).toBe(3);
});

test('the permit of a large job, and that of one with a translation, is two writes more', async () => {
  world.script.body = largeAudio;
  const job = await world.queueUploaded({ translation: { target_language: 'es' } });
  world.queues.split.splice(0);
  expect(await updates(() => world.split(job))).toBe(4);
  for (const chunk of world.queues.chunk.splice(0)) await world.recognize(chunk);
  const [joined] = world.queues.finish.splice(0);
  if (!joined) throw new Error('The last chunk calls the finisher.');
  expect(await updates(() => world.finish(joined))).toBe(5);
});

test('a message without a permit costs two reads, one refused write, one write to wait, and one message', async () => {
  world.script.body = largeAudio;
  const job = await world.queueUploaded();
  world.queues.split.splice(0);
  world.script.share = 1;
  const { cut } = world.deps;
  world.deps.cut = async function* (...file) {
    expect((await callsOf(() => world.split(job))).counts).toEqual({
      'dynamodb.GetItem': 2,
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

test('the end of a job and its event are one transaction, followed by one message', async () => {
  const job = await world.queueUploaded();
  await world.split(job);
  for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
  world.queues.finish.splice(0);
  const joined = await world.deps.store.find(job);
  if (!joined) throw new Error('A queued job is there.');
  const end = await callsOf(() =>
    world.deps.store.complete(joined, { now: world.deps.now(), detectedLanguage: 'en', billedMicroUsd: 5 }),
  );
  expect(end.counts).toEqual({ 'dynamodb.TransactWriteItems': 1, 'sqs.SendMessage': 1 });
  const canceled = await world.queueUploaded();
  expect((await callsOf(() => world.deps.store.cancel(canceled, world.deps.now()))).counts).toEqual({
    'dynamodb.GetItem': 1,
    'dynamodb.TransactWriteItems': 1,
    'sqs.SendMessage': 1,
  });
});
