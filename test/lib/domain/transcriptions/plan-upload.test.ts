import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { locateSource } from '#lib/domain/transcriptions/fetch-source.ts';
import { isArrival } from '#lib/domain/transcriptions/messages.ts';
import { receiveUpload } from '#lib/domain/uploads/receive-upload.ts';
import { findUpload } from '#lib/domain/uploads/upload-repository.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import type { Planned } from '#lib/speech/audio/parts/plan.ts';
import type { PartPlace } from '#lib/speech/audio/parts/split-part.ts';
import { aWorld, caller } from '../../../support/protocol-world.ts';
import { wordPerChunkOfPart } from '../../../support/scripted-speech.ts';
import { aTranscription } from '../../../support/transcription.ts';

let world: Awaited<ReturnType<typeof aWorld>>;
/** The keys of objects that were read from start to end. */
const copied: string[] = [];
beforeAll(async () => {
  world = await aWorld();
  const { copySource } = world.deps;
  world.deps.copySource = (source, use) => {
    copied.push(source?.key ?? '');
    return copySource(source, use);
  };
});
beforeEach(() => {
  Object.assign(world.script, {
    chunks: 2,
    parts: 3,
    heads: [],
    share: 10,
    cutPart: (_file: string, place: PartPlace) => wordPerChunkOfPart(2, place),
  });
  for (const queue of Object.values(world.queues)) queue.length = 0;
});

const { tenant } = caller;
const key = (id: string) => `uploads/${tenant}/${id}`;

/** An upload whose arrival S3 has reported. */
const received = async (): Promise<string> => {
  const id = await world.upload();
  await world.audio.put(key(id), 'bytes', 'audio/mpeg');
  await tell(id);
  return id;
};
const tell = async (id: string) => {
  const { eTag = '' } = (await world.audio.head(key(id))) ?? {};
  const object = { key: key(id), size: 80_000_000, eTag: eTag.replaceAll('"', '') };
  await receiveUpload(world, { eventTime: world.clock.now.toISOString(), s3: { object } });
};
const planArrived = async (): Promise<void> => {
  for (const message of world.queues.split.splice(0)) {
    expect(isArrival(message)).toBe(true);
    await world.split(message);
  }
};
const planOf = async (id: string) => (await findUpload(world.table, { tenant, id }))?.plan?.how;
const planned = (how: Planned) => Object.assign(world.deps, { planParts: async () => how });

const inParts = { transcript: 'Word0. Word1. Word100. Word101. Word200. Word201.' };

test('an upload is planned when it arrives, and its job reads no more than the parts', async () => {
  const id = await received();
  await planArrived();
  expect(await planOf(id)).toMatchObject({ slices: [{}, {}, {}] });
  copied.length = 0;
  const job = await world.queue({ upload_id: id });
  await world.run();
  expect(await world.view(job)).toMatchObject(inParts);
  expect(copied).toEqual([]);
});

test('a file has the plan of the upload that it was made of, if that has the same bytes', async () => {
  const how = { serially: 'gaps' } as const;
  const sourceOf = (eTag: string) =>
    locateSource(
      {
        findUpload: async () => ({ eTag, plan: { eTag, how } }),
        findFile: async () => ({ uploadId: 'upl_a', eTag: '"e"', bytes: 7 }),
      },
      aTranscription({ uploadId: null, fileId: 'file_a' }),
    );
  expect(await sourceOf('"e"')).toEqual({ key: key('upl_a'), eTag: '"e"', bytes: 7, plan: how });
  expect(await sourceOf('"other"')).toEqual({ key: key('upl_a'), eTag: '"e"', bytes: 7, plan: undefined });
});

test('a job that is created before its upload was planned plans by itself', async () => {
  const id = await received();
  const job = await world.queue({ upload_id: id });
  await world.run();
  expect(await world.view(job)).toMatchObject(inParts);
});

test('a plan of bytes that were replaced is not used', async () => {
  const id = await received();
  await planArrived();
  await world.audio.put(key(id), 'other bytes', 'audio/mpeg');
  await tell(id);
  world.queues.split.length = 0;
  copied.length = 0;
  const job = await world.queue({ upload_id: id });
  await world.run();
  expect(copied).toEqual([key(id)]);
  expect(await world.view(job)).toMatchObject({ status: 'completed' });
});

test('an upload that is cut as one is not looked through again', async () => {
  const { planParts } = world.deps;
  planned({ serially: 'gaps' });
  const id = await received();
  await planArrived();
  expect(await planOf(id)).toEqual({ serially: 'gaps' });
  planned({ header: '', slices: [] });
  const job = await world.queue({ upload_id: id });
  await world.run();
  expect(await world.view(job)).toMatchObject({ transcript: 'Word0. Word1.' });
  Object.assign(world.deps, { planParts });
});

test('heads of slices are kept when an upload is planned, and removed with it', async () => {
  const decoded: string[] = [];
  const cutPart: typeof world.script.cutPart = async function* cut(file, place) {
    decoded.push(await readFile(file, 'utf8'));
    return yield* wordPerChunkOfPart(2, place);
  };
  Object.assign(world.script, { heads: ['one', 'two', 'three'].map((head) => Buffer.from(head)), cutPart });
  const id = await received();
  await planArrived();
  expect(await planOf(id)).toMatchObject({ heads: { ends: [3, 6, 11] } });
  copied.length = 0;
  const job = await world.queue({ upload_id: id });
  await world.run();
  expect(await world.view(job)).toMatchObject(inParts);
  expect(decoded.toSorted()).toEqual(['onebytes', 'threebytes', 'twobytes']);
  expect(copied).toEqual([]);
  expect([...world.audio.objects.keys()].filter((one) => one.includes(id))).toEqual([]);
});

test('a recording whose heads are gone is cut as one', async () => {
  Object.assign(world.script, { heads: [1, 2, 3].map((head) => Buffer.from(String(head))) });
  const id = await received();
  await planArrived();
  const heads = [...world.audio.objects.keys()].filter((one) => one.includes('/heads/'));
  expect(heads).toHaveLength(1);
  await world.audio.remove(heads);
  const job = await world.queue({ upload_id: id });
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: 'Word0. Word1.' });
});

test('an upload that is no audio, or gone, is left to its job', async () => {
  const { planParts } = world.deps;
  Object.assign(world.deps, {
    planParts: () => Promise.reject(new JobFailure('audio_unreadable', 'No audio.')),
  });
  const id = await received();
  await planArrived();
  expect(await planOf(id)).toBeUndefined();
  Object.assign(world.deps, { planParts });
  await tell(id);
  await world.audio.remove([key(id)]);
  await planArrived();
  expect(await planOf(id)).toBeUndefined();
});

test('a dead message about an upload fails no job', async () => {
  const id = await received();
  const [message] = world.queues.split.splice(0);
  const job = await world.queue({ upload_id: id });
  if (message) await world.die(message);
  expect(await world.view(job)).toMatchObject({ status: 'queued' });
});
