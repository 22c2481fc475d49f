import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test } from 'vitest';
import { later } from '#lib/platform/durations.ts';
import { JobFailure, TransientJobFailure } from '#lib/platform/errors.ts';
import { leaseMs, maxFetchAttempts } from '#lib/domain/transcriptions/timing.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { startProtocol } from '../../../support/start-protocol.ts';

const url = 'https://audio.example/call.mp3?signature=secret';

const world = await startProtocol();
beforeEach(() => {
  world.script.openAudio = async () => Readable.from(['bytes']);
});

const leftOf = ({ id }: JobRef): string[] =>
  [...world.audio.objects.keys()].filter((key) => key.includes(id));
const stored = async (job: JobRef) => JSON.stringify(await world.deps.store.find(job));

describe.each(['audio_url', 'audio_uri'])('a job with an %s', (field) => {
  test('the audio of a URL is fetched, transcribed and erased, and the URL forgotten', async () => {
    const job = await world.queue({ [field]: url });
    expect(await world.view(job)).toMatchObject({ status: 'queued', source: { kind: 'url' } });
    await world.run();
    expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
    expect(await stored(job)).not.toContain('secret');
    expect(leftOf(job)).toEqual([]);
  });
});

test("fetched audio is split also when the splitter's message is redelivered", async () => {
  const job = await world.queue({ audio_url: url });
  for (const message of world.queues.fetch.splice(0)) await world.fetch(message);
  expect(leftOf(job)).toEqual([`sources/prj_a.live/${job.id}/1`]);
  expect(await stored(job)).not.toContain('secret');
  world.queues.split.length = 0;
  await world.sweepAt(world.later(30_000));
  expect(world.queues).toMatchObject({ fetch: [], split: [job] });
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed' });
});

test('a redelivered fetch message fetches nothing, and a split message before the audio does nothing', async () => {
  const job = await world.queue({ audio_url: url });
  let opened = 0;
  world.script.openAudio = async () => {
    opened += 1;
    return Readable.from(['bytes']);
  };
  await world.split(job);
  expect(await world.view(job)).toMatchObject({ status: 'queued' });
  const [message] = world.queues.fetch;
  if (!message) throw new Error('Creating sends a message.');
  await world.fetch(message);
  await world.fetch(message);
  await world.run();
  await world.fetch(message);
  expect(opened).toBe(1);
});

test('the sweeper recovers from a lost fetch message and from a dead fetcher', async () => {
  const job = await world.queue({ audio_url: url });
  const [message] = world.queues.fetch.splice(0);
  world.script.openAudio = () => Promise.reject(new Error('The line is dead.'));
  await expect(world.fetch(message ?? job)).rejects.toThrow('The line is dead.');
  world.script.openAudio = async () => Readable.from(['bytes']);
  await world.sweepAt(world.later(leaseMs + 1));
  expect(world.queues.fetch).toMatchObject([job]);
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed' });
});

test('a permanent error fails the job at once, uncharged, and the URL is forgotten', async () => {
  const job = await world.queue({ audio_url: url });
  world.script.openAudio = () =>
    Promise.reject(
      new JobFailure('audio_download_failed', 'audio.example returned HTTP status 404.', {
        http_status: 404,
      }),
    );
  await world.run();
  expect(await world.view(job)).toMatchObject({
    status: 'failed',
    error: { type: 'audio_download_failed', retryable: false, details: { http_status: 404 } },
    billing: { status: 'not_charged' },
  });
  expect(await stored(job)).not.toContain('secret');
});

test('the fifth try is the last', async () => {
  const job = await world.queue({ audio_url: url });
  const last: boolean[] = [];
  world.script.openAudio = async ({ lastTry }) => {
    last.push(lastTry);
    throw lastTry ? new JobFailure('audio_download_failed', 'No response.') : new Error('Retry.');
  };
  for (let sweep = 0; sweep < 20; sweep += 1) {
    for (const message of world.queues.fetch.splice(0)) await world.fetch(message).catch(() => {});
    await world.sweepAt(world.later(15 * 60_000));
  }
  expect(last).toEqual([false, false, false, false, true]);
  expect(await world.view(job)).toMatchObject({ status: 'failed', error: { type: 'audio_download_failed' } });
});

test('a host that stays down is tried five times within 40 minutes, and the job fails with what the host did', async () => {
  const job = await world.queue({ audio_url: url });
  const begun = world.clock.now.getTime();
  const tries: number[] = [];
  world.script.openAudio = async ({ lastTry }) => {
    tries.push((world.clock.now.getTime() - begun) / 60_000);
    const details = { cause: 'http_status', http_status: 503, host: 'audio.example' };
    throw lastTry
      ? new TransientJobFailure('audio_download_failed', 'It is down.', details)
      : new Error('Retry.');
  };
  // The sweeper runs each minute.
  for (let minute = 0; minute < 120 && (await world.view(job)).status !== 'failed'; minute += 1) {
    for (const message of world.queues.fetch.splice(0)) await world.fetch(message).catch(() => {});
    await world.sweepAt(world.later(60_000));
  }
  expect(tries).toHaveLength(5);
  expect(tries.at(-1)).toBeLessThan(40);
  expect(await world.view(job)).toMatchObject({
    status: 'failed',
    error: {
      type: 'audio_download_failed',
      retryable: true,
      details: { http_status: 503, host: 'audio.example' },
    },
    billing: { status: 'not_charged' },
  });
});

test('a new try begins within a minute of the end of its back-off, also if the sweeper is never quite on time', async () => {
  await world.queue({ audio_url: url });
  const begun = world.clock.now;
  const tries: number[] = [];
  world.script.openAudio = () => {
    tries.push(world.clock.now.getTime() - begun.getTime());
    return Promise.reject(new Error('It is down.'));
  };
  for (let minute = 1; minute < 120; minute += 1) {
    for (const message of world.queues.fetch.splice(0)) await world.fetch(message).catch(() => {});
    // Each run is half a second less than a minute after the one before.
    await world.sweepAt(later(begun, minute * 59_500));
  }
  expect(tries).toHaveLength(maxFetchAttempts);
  const pauses = tries.slice(1).map((at, earlier) => (at - (tries[earlier] ?? 0) - leaseMs) / 60_000);
  for (const [at, backOff] of [0, 2, 4, 8, 15, 15].entries()) {
    expect(pauses[at]).toBeGreaterThanOrEqual(backOff);
    expect(pauses[at]).toBeLessThanOrEqual(backOff + 1);
  }
});

test('a source that is too slow or times out gets one more try', async () => {
  const job = await world.queue({ audio_url: url });
  const last: boolean[] = [];
  world.script.openAudio = async ({ lastSlowTry }) => {
    last.push(lastSlowTry);
    throw lastSlowTry ? new JobFailure('audio_download_failed', 'It is too slow.') : new Error('Again.');
  };
  for (let sweep = 0; sweep < 20; sweep += 1) {
    for (const message of world.queues.fetch.splice(0)) await world.fetch(message).catch(() => {});
    await world.sweepAt(world.later(15 * 60_000));
  }
  expect(last).toEqual([false, true]);
  expect(await world.view(job)).toMatchObject({ status: 'failed', error: { type: 'audio_download_failed' } });
});

test('a fetcher leaves nothing of a job deleted under it', async () => {
  const job = await world.queue({ audio_url: url });
  world.script.openAudio = async () => {
    await world.erase(job);
    return Readable.from(['bytes']);
  };
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'canceled' });
  expect(leftOf(job)).toEqual([]);
  expect(await stored(job)).not.toContain('secret');
});

test('a dead fetch message fails a job that waits for it, and none that has its audio', async () => {
  const waiting = await world.queue({ audio_url: url });
  const fetched = await world.queue({ audio_url: url });
  const dead = world.queues.fetch.splice(0);
  const message = dead.find(({ id }) => id === fetched.id);
  if (message) await world.fetch(message);
  for (const one of dead) await world.die(one);
  expect(await world.view(waiting)).toMatchObject({ status: 'failed', error: { type: 'internal_error' } });
  await world.run();
  expect(await world.view(fetched)).toMatchObject({ status: 'completed' });
});
