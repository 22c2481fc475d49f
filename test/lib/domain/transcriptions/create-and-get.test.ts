import { describe, expect, test } from 'vitest';
import { caller } from '../../../support/protocol-world.ts';
import { startProtocol } from '../../../support/start-protocol.ts';

const world = await startProtocol();

describe('long polls', () => {
  test("a long poll returns at the first change of the job's status", async () => {
    const job = await world.queueUploaded();
    world.script.asleep = async () => {
      world.script.asleep = async () => {};
      await world.splitWaiting();
    };
    const before = world.clock.now;
    expect(await world.view(job, { wait: 25 })).toMatchObject({ status: 'processing' });
    expect(world.clock.now.getTime() - before.getTime()).toBeLessThan(1_000);
  });

  test('a long poll returns the current state when its time is over, and at once when the job has ended', async () => {
    const job = await world.queueUploaded();
    const before = world.clock.now;
    expect(await world.view(job, { wait: 25 })).toMatchObject({ status: 'queued' });
    expect(world.clock.now.getTime() - before.getTime()).toBe(25_000);
    await world.run();
    const ended = world.clock.now;
    expect(await world.view(job, { wait: 25 })).toMatchObject({ status: 'completed' });
    expect(world.clock.now).toBe(ended);
  });

  test('a long poll ends while the function still has time to respond, however late it began', async () => {
    const job = await world.queueUploaded();
    const before = world.clock.now.getTime();
    world.script.remainingMs = 13_000;
    expect(await world.view(job, { wait: 25 })).toMatchObject({ status: 'queued' });
    expect(world.clock.now.getTime() - before).toBe(10_000);
    world.script.remainingMs = 2_000;
    expect(await world.view(job, { wait: 25 })).toMatchObject({ status: 'queued' });
    expect(world.clock.now.getTime() - before).toBe(10_000);
    world.script.remainingMs = Infinity;
  });

  test('a key may hold two long polls; the third gets Retry-After, and may poll without waiting', async () => {
    const job = await world.queueUploaded();
    const permits = [await world.deps.beginWait(caller, 9_500), await world.deps.beginWait(caller, 25_500)];
    await expect(world.view(job, { wait: 25 })).rejects.toMatchObject({
      type: 'concurrency_limit_exceeded',
      headers: { 'retry-after': '10' },
    });
    expect(await world.view(job)).toMatchObject({ status: 'queued' });
    await permits[0]?.release();
    expect(await world.view(job, { wait: 1 })).toMatchObject({ status: 'queued' });
    expect(await world.view(job, { wait: 1 })).toMatchObject({ status: 'queued' });
    await permits[1]?.release();
  });

  test('a long poll ends with the job, however the job ends', async () => {
    const job = await world.queueUploaded();
    await world.run();
    const gone = await world.queueUploaded();
    world.script.asleep = async () => {
      world.clock.now = world.later(31 * 24 * 60 * 60_000);
    };
    for (let times = 0; times < 3; times += 1)
      await expect(world.view(gone, { wait: 25 })).rejects.toMatchObject({ type: 'expired' });
    world.script.asleep = async () => {};
    await expect(world.view(job)).rejects.toMatchObject({ type: 'expired' });
  });

  test('a poll does not wait when waits cannot be counted', async () => {
    const job = await world.queueUploaded();
    const { beginWait } = world.deps;
    const before = world.clock.now;
    world.deps.beginWait = async () => undefined;
    expect(await world.view(job, { wait: 25 })).toMatchObject({ status: 'queued' });
    expect(world.clock.now).toBe(before);
    world.deps.beginWait = beginWait;
  });
});

describe('creating a job', () => {
  test('an upload whose S3 event is still on its way is found with HeadObject', async () => {
    const id = await world.upload();
    await expect(world.queue({ upload_id: id })).rejects.toMatchObject({ type: 'upload_incomplete' });
    await world.arrive(id);
    await expect(world.queue({ upload_id: id })).resolves.toBeDefined();
    await expect(world.queue({ upload_id: id })).rejects.toMatchObject({ type: 'upload_already_consumed' });
  });

  test('an unused grant past its expiry is upload_expired, an unknown one not_found', async () => {
    const id = await world.upload();
    world.clock.now = world.later(15 * 60_000);
    await expect(world.queue({ upload_id: id })).rejects.toMatchObject({ type: 'upload_expired' });
    await expect(world.queue({ upload_id: 'upl_unknown' })).rejects.toMatchObject({ type: 'not_found' });
  });

  test('a replayed create returns the first job, and the key with another body is refused', async () => {
    const id = await world.upload();
    await world.arrive(id);
    const newId = () => 'ofq_same';
    const first = await world.queue({ upload_id: id }, { newId });
    expect(await world.queue({ upload_id: id }, { newId })).toEqual(first);
    await expect(world.queue({ upload_id: id, context: 'other' }, { newId })).rejects.toMatchObject({
      type: 'idempotency_key_reused',
    });
  });

  test.each([
    ['project', 'Your project has 7 jobs'],
    ['organization', 'The projects of your organization together have 7 jobs'],
  ] as const)(
    'the refusal by a full queue names the %s and Retry-After, and the upload stays usable',
    async (of, message) => {
      const id = await world.upload();
      await world.arrive(id);
      const { store } = world.deps;
      const create = async () => ({ kind: 'queue_full' as const, of, max: 7 });
      await expect(world.queue({ upload_id: id }, { store: { ...store, create } })).rejects.toMatchObject({
        type: 'queue_limit_exceeded',
        message: expect.stringContaining(message),
        headers: { 'retry-after': '10' },
        details: { limit: `unfinished_jobs_per_${of}_max`, max: 7 },
      });
      await expect(world.queue({ upload_id: id })).resolves.toBeDefined();
    },
  );

  test('a translation that the deployment does not support is refused, and the upload stays usable', async () => {
    const id = await world.upload();
    await world.arrive(id);
    const translation = { target_language: 'ja' };
    await expect(world.queue({ upload_id: id, translation })).rejects.toMatchObject({
      type: 'translation_not_supported',
    });
    await expect(world.queue({ upload_id: id })).resolves.toBeDefined();
  });
});

describe('language hints', () => {
  test('hints of which the engine supports no language are refused, and the upload stays usable', async () => {
    const id = await world.upload();
    await world.arrive(id);
    const message =
      'None of these languages is transcribed here. Leave the hints out, or send one of en, es.';
    await expect(world.queue({ upload_id: id, language_hints: ['de', 'fr-CA'] })).rejects.toMatchObject({
      type: 'invalid_request',
      message: `language_hints: ${message}`,
      details: {
        fields: [{ path: 'language_hints', rule: 'supported_language', message }],
        supported_languages: ['en', 'es'],
      },
    });
    await expect(world.queue({ upload_id: id })).resolves.toBeDefined();
  });

  test('hints are accepted when the engine supports one of them, in any region', async () => {
    const job = await world.queueUploaded({ language_hints: ['de', 'en-GB'] });
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'completed' });
  });
});

test('an unusable URL is refused, and no job is created for it', async () => {
  const refused = world.queue({ audio_url: 'https://127.0.0.1/x.mp3?secret' });
  await expect(refused).rejects.toMatchObject({
    type: 'invalid_request',
    message: 'audio_url: 127.0.0.1 is not on the public internet.',
    details: { fields: [{ path: 'audio_url', rule: 'blocked_address' }] },
  });
  expect(world.queues.fetch).toEqual([]);
  const allow = [{ host: '127.0.0.1', port: 443 }];
  await expect(world.queue({ audio_url: 'https://127.0.0.1/x.mp3' }, { allow })).resolves.toBeDefined();
});

test('a malformed id is not found', async () => {
  const { id } = await world.queueUploaded();
  for (const unknown of [`${id}x`, '', '../x', 'ofq_'.padEnd(5_000, 'x')]) {
    await expect(world.view({ tenant: 'prj_a.live', id: unknown })).rejects.toMatchObject({
      type: 'not_found',
    });
  }
});
