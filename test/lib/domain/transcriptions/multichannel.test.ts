import { beforeEach, expect, test } from 'vitest';
import { getUsage } from '#lib/domain/billing/usage.ts';
import { findFile } from '#lib/domain/files/file-repository.ts';
import { retryTranscription } from '#lib/domain/transcriptions/retry-transcription.ts';
import { leaseMs } from '#lib/domain/transcriptions/timing.ts';
import { findUpload } from '#lib/domain/uploads/upload-repository.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { caller } from '../../../support/protocol-world.ts';
import { startProtocol } from '../../../support/start-protocol.ts';
import { say, understood } from '../../../support/scripted-speech.ts';

const world = await startProtocol();
beforeEach(() => {
  world.script.recognize = async (chunk) => say(chunk);
});

const apart = { multichannel: true };
const channelsOf = (segments: readonly { channel: number | null; text: string }[] | null) =>
  segments?.map(({ channel, text }) => [channel, text]);

test('a job with channels apart has the text of each by time, and costs its length once for each', async () => {
  const job = await world.queueUploaded(apart);
  expect(await world.view(job)).toMatchObject({ channels: null, billing: { channels: null } });
  await world.run();
  const view = await world.view(job);
  // The word of each chunk contains its index: 0 and 1 belong to the first channel, 2 and 3 to the second.
  expect(view).toMatchObject({
    status: 'completed',
    transcript: 'Word0. Word2. Word1. Word3.',
    audio_ms: 60_000,
    channels: 2,
    progress: { percent: 100, processed_ms: 120_000, total_ms: 120_000 },
    billing: { status: 'charged', billed_ms: 120_000, channels: 2, amount_usd: '0.010000' },
  });
  expect(channelsOf(view.segments)).toEqual([
    [0, 'Word0.'],
    [1, 'Word2.'],
    [0, 'Word1.'],
    [1, 'Word3.'],
  ]);
});

test('usage counts the audio of each channel', async () => {
  const tenant = 'prj_usage.live';
  const who = { ...caller, tenant } as const;
  await world.queue({ audio_url: 'https://a.example/a.wav', ...apart }, {}, who);
  await world.run();
  const day = { start: '2026-11-20', end: '2026-11-20' };
  const deps = { table: world.table, limits: Limits.parse({}), now: world.deps.now };
  expect((await getUsage(deps, who, day)).totals).toEqual({
    jobs: 1,
    audio_ms: 120_000,
    amount_usd: '0.010000',
  });
});

test('a channel without speech is empty and no error', async () => {
  world.script.recognize = async (chunk) => (chunk.channel === 0 ? understood([]) : say(chunk));
  const job = await world.queueUploaded(apart);
  await world.run();
  const view = await world.view(job);
  expect(view).toMatchObject({ status: 'completed', billing: { billed_ms: 120_000, channels: 2 } });
  expect(channelsOf(view.segments)).toEqual([
    [1, 'Word2.'],
    [1, 'Word3.'],
  ]);
});

test('only the lost chunk of one channel is sent again', async () => {
  const job = await world.queueUploaded(apart);
  await world.splitWaiting();
  for (const message of world.queues.chunk.splice(0)) if (message.index !== 2) await world.recognize(message);
  expect(await world.view(job)).toMatchObject({ progress: { percent: 75, total_ms: 120_000 } });
  await world.sweepAt(world.later(leaseMs + 1));
  expect(world.queues.chunk.map(({ index }) => index)).toEqual([2]);
  await world.run();
  expect(await world.view(job)).toMatchObject({ transcript: 'Word0. Word2. Word1. Word3.' });
});

test('a job without the option is a mix of all channels and is billed once', async () => {
  const job = await world.queueUploaded();
  await world.run();
  const view = await world.view(job);
  expect(view).toMatchObject({ transcript: 'Word0. Word1.', channels: 1 });
  expect(view.billing).toMatchObject({ billed_ms: 60_000, channels: 1 });
  expect(channelsOf(view.segments)).toEqual([
    [null, 'Word0.'],
    [null, 'Word1.'],
  ]);
});

test('the option is part of the body that an Idempotency-Key stands for', async () => {
  const url = { audio_url: 'https://a.example/a.wav' };
  const newId = () => 'ofq_idempotent';
  await world.queue({ ...url, ...apart }, { newId });
  await world.queue({ ...url, ...apart }, { newId });
  await expect(world.queue(url, { newId })).rejects.toThrow(
    expect.objectContaining({ type: 'idempotency_key_reused' }),
  );
});

test('a file with too many channels fails uncharged, and its retry keeps the option', async () => {
  const job = await world.queueUploaded(apart);
  const { cut } = world.deps;
  world.deps.cut = () => {
    throw new JobFailure('unsupported_audio_format', 'The file has 9 channels.');
  };
  await world.run();
  world.deps.cut = cut;
  expect(await world.view(job)).toMatchObject({
    status: 'failed',
    channels: null,
    error: { type: 'unsupported_audio_format', retryable: false },
    billing: { status: 'not_charged', billed_ms: 0, amount_usd: '0.000000' },
  });
  const deps = {
    ...world.deps,
    findUpload: (tenant: typeof job.tenant, id: string) => findUpload(world.table, { tenant, id }),
    findFile: (tenant: typeof job.tenant, id: string) => findFile(world.table, { tenant, id }),
  };
  const { value } = await retryTranscription(deps, caller, { id: job.id, requestId: 'request-8' });
  await world.run();
  expect(await world.view({ ...job, id: value.id })).toMatchObject({ status: 'completed', channels: 2 });
});
