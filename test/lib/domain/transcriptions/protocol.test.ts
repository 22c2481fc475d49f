import { beforeEach, describe, expect, test } from 'vitest';
import { JobFailure } from '#lib/platform/errors.ts';
import { leaseMs, maxJobAgeMs } from '#lib/domain/transcriptions/timing.ts';
import { startProtocol } from '../../../support/start-protocol.ts';
import { say, understood } from '../../../support/scripted-speech.ts';

const world = await startProtocol();
beforeEach(() => {
  world.script.chunks = 2;
});

test('a job goes from queued to completed, and its audio is removed', async () => {
  const job = await world.queueUploaded();
  expect(await world.view(job)).toMatchObject({ status: 'queued', transcript: null });
  await world.run();
  expect(await world.view(job)).toMatchObject({
    status: 'completed',
    transcript: 'Word0. Word1.',
    audio_ms: 60_000,
    billing: { status: 'charged', amount_usd: '0.005000' },
    source: { deleted_at: world.clock.now.toISOString() },
  });
  expect([...world.audio.objects.keys()].filter((key) => key.includes(job.id))).toEqual([]);
});

test.each([0, 2])('silence of %i chunks has an empty transcript and costs nothing', async (chunks) => {
  world.script.chunks = chunks;
  world.script.recognize = async () => understood([]);
  const job = await world.queueUploaded();
  await world.run();
  world.script.recognize = async (chunk) => say(chunk);
  expect(await world.view(job)).toMatchObject({
    status: 'completed',
    transcript: '',
    segments: [],
    audio_ms: chunks * 30_000,
    billing: { status: 'not_charged', billed_ms: 0, amount_usd: '0.000000' },
  });
});

test('the text of a long recording has its chunks in order, also when they are read in several rounds', async () => {
  world.script.chunks = 250;
  const job = await world.queueUploaded();
  await world.run();
  const transcript = Array.from({ length: 250 }, (_, at) => `Word${at}.`).join(' ');
  expect(await world.view(job)).toMatchObject({ status: 'completed', transcript });
});

describe('recovery', () => {
  test('a job whose message was never sent is found by the sweeper', async () => {
    const id = await world.upload();
    await world.arrive(id);
    const send = () => Promise.reject(new Error('SQS is down.'));
    const job = await world.queue({ upload_id: id }, { sendSplit: send });
    await world.sweepAt(world.later(60_000));
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'completed' });
  });

  test('a dead splitter is replaced after its lease, and its chunks are not used', async () => {
    const job = await world.queueUploaded();
    const [message] = world.queues.split.splice(0);
    await world.deps.store.claim(message ?? job, world.clock.now);
    // Its last chunk is recognized shortly before its lease expires.
    await world.deps.store.markChunkDone(
      { ...job, attempt: 1, index: 1 },
      { spanMs: 30_000, now: world.later(leaseMs) },
    );
    await world.sweepAt(world.later(leaseMs + 1));
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
  });

  test('only a lost chunk message is sent again', async () => {
    const job = await world.queueUploaded();
    await world.splitWaiting();
    const [kept] = world.queues.chunk.splice(0);
    if (kept) await world.recognize(kept);
    await world.sweepAt(world.later(leaseMs + 1));
    expect(world.queues.chunk.filter(({ id }) => id === job.id).map(({ index }) => index)).toEqual([1]);
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
  });

  test('only the chunk of a dead worker is recognized again', async () => {
    const { recognize } = world.script;
    const runs: number[] = [];
    world.script.chunks = 5;
    world.script.recognize = async (chunk) => {
      runs.push(chunk.index);
      if (chunk.index === 3 && runs.length <= 5) throw new Error('The worker died.');
      return recognize(chunk);
    };
    const job = await world.queueUploaded();
    await world.splitWaiting();
    for (const message of world.queues.chunk.splice(0)) await world.recognize(message).catch(() => undefined);
    await world.sweepAt(world.later(leaseMs + 1));
    await world.run();
    world.script.recognize = recognize;
    expect(runs).toEqual([0, 1, 2, 3, 4, 3]);
    expect(await world.view(job)).toMatchObject({
      status: 'completed',
      transcript: 'Word0. Word1. Word2. Word3. Word4.',
    });
  });

  test('a lost finish message is sent again', async () => {
    const job = await world.queueUploaded();
    await world.splitWaiting();
    for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
    world.queues.finish.length = 0;
    await world.sweepAt(world.later(leaseMs + 1));
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'completed' });
  });

  test('audio that could not be removed at the end is removed later', async () => {
    const job = await world.queueUploaded();
    const { audio } = world.deps;
    world.deps.audio = { ...audio, removeAll: () => Promise.reject(new Error('S3 is down.')) };
    await world.run();
    world.deps.audio = audio;
    expect(await world.view(job)).toMatchObject({ status: 'completed', source: { deleted_at: null } });
    await world.sweepAt(world.later(leaseMs));
    expect([...world.audio.objects.keys()].filter((key) => key.includes(job.id))).toEqual([]);
  });

  test('a job that could not be finished within a day ends as processing_timeout, uncharged', async () => {
    const job = await world.queueUploaded();
    await world.sweepAt(world.later(maxJobAgeMs + 1));
    expect(await world.view(job)).toMatchObject({
      status: 'failed',
      error: { type: 'processing_timeout', retryable: true },
      billing: { status: 'not_charged', amount_usd: '0.000000' },
    });
  });
});

describe('redelivery', () => {
  test('every message may be redelivered, in any order', async () => {
    const job = await world.queueUploaded();
    const [split] = world.queues.split;
    if (!split) throw new Error('Creating sends a message.');
    await world.split(split);
    await world.split(split);
    const chunks = [...world.queues.chunk, ...world.queues.chunk].toReversed();
    for (const message of chunks) await world.recognize(message);
    expect(world.queues.finish.map((message) => [message.id, message.attempt])).toContainEqual([job.id, 1]);
    await Promise.all(Array.from({ length: 5 }, () => world.finish({ ...job, attempt: 1 })));
    await world.split(split);
    for (const message of chunks) await world.recognize(message);
    expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
  });
});

describe('failures', () => {
  test('a file that cannot be decoded fails at once and is kept for a retry', async () => {
    const job = await world.queueUploaded();
    const { cut } = world.deps;
    world.deps.cut = () => {
      throw new JobFailure('audio_unreadable', 'The file has no audio stream.');
    };
    await world.run();
    world.deps.cut = cut;
    expect(await world.view(job)).toMatchObject({
      status: 'failed',
      error: { type: 'audio_unreadable', message: 'The file has no audio stream.', retryable: false },
      source: { deleted_at: null },
    });
  });

  test('bytes replaced after the job was created are never transcribed', async () => {
    const job = await world.queueUploaded();
    const [key] = [...world.audio.objects.keys()].filter((name) => name.startsWith('uploads/')).slice(-1);
    world.clock.now = world.later(1_000);
    await world.audio.put(key ?? '', 'other bytes', 'audio/mpeg');
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'failed', error: { type: 'audio_unreadable' } });
  });
});

describe('a chunk whose worker crashes', () => {
  const minute = 60_000;

  /** Splits a job. `dies` selects the deliveries of chunk 1 that kill their worker. */
  const sweepFor = async (minutes: number, dies: (copy: number) => boolean) => {
    const job = await world.queueUploaded();
    await world.splitWaiting();
    const { recognize } = world.script;
    let copies = 0;
    world.script.recognize = async (chunk) => {
      if (chunk.index !== 1) return recognize(chunk);
      copies += 1;
      if (dies(copies)) throw new Error('Killed.');
      return recognize(chunk);
    };
    const begin = world.clock.now;
    for (let passed = 0; passed <= minutes; passed += 1) {
      await world.sweepAt(new Date(begin.getTime() + passed * minute));
      // The worker was killed: it reports no error, and the queue hides the message for longer than this test takes.
      for (const message of world.queues.chunk.splice(0))
        await world.recognize(message).catch(() => undefined);
      for (const message of world.queues.finish.splice(0)) await world.finish(message);
    }
    world.script.recognize = recognize;
    return { job, copies };
  };

  test('a chunk that kills every worker fails its job within 15 minutes, typed and retryable', async () => {
    const { job } = await sweepFor(15, () => true);
    expect(await world.view(job)).toMatchObject({
      status: 'failed',
      error: { type: 'internal_error', retryable: true },
      billing: { status: 'not_charged' },
    });
  });

  test('a chunk whose fourth worker lives does not fail its job', async () => {
    const { job, copies } = await sweepFor(15, (copy) => copy < 4);
    expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
    expect(copies).toBe(4);
  });

  test('a chunk that only waits in a long queue is not mistaken for one that kills its workers', async () => {
    const job = await world.queueUploaded();
    await world.splitWaiting();
    const begin = world.clock.now;
    for (let passed = 0; passed <= 30; passed += 1)
      await world.sweepAt(new Date(begin.getTime() + passed * minute));
    expect(await world.view(job)).toMatchObject({ status: 'processing' });
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'completed' });
  });
});
