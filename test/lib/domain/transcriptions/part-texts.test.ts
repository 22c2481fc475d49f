import { beforeEach, expect, test } from 'vitest';
import type { ChunkMessage } from '#lib/domain/transcriptions/messages.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { startProtocol } from '../../../support/start-protocol.ts';

const world = await startProtocol();
beforeEach(() => {
  Object.assign(world.script, { chunks: 3, parts: 3 });
});

const text = [0, 1, 2, 100, 101, 102, 200, 201, 202].map((index) => `Word${index}.`).join(' ');

/** A job whose parts are all cut, and the messages of its chunks by index. */
const cut = async () => {
  const job = await world.queueUploaded();
  while (world.queues.split.length > 0) await world.splitWaiting();
  const chunks = new Map(world.queues.chunk.splice(0).map((message) => [message.index, message]));
  const recognize = async (...indexes: number[]): Promise<void> => {
    for (const index of indexes) {
      const message = chunks.get(index);
      if (message) await world.recognize(message);
    }
  };
  return { job, recognize };
};

const objectsOf = ({ id }: JobRef): string[] =>
  [...world.audio.objects.keys()].filter((key) => key.includes(id) && key.endsWith('.json'));

/** The keys that the finisher reads. */
const readToFinish = async (): Promise<string[]> => {
  const read: string[] = [];
  const get = world.audio.get.bind(world.audio);
  world.audio.get = (key, ...rest) => {
    read.push(key.split('/').slice(-1).join());
    return get(key, ...rest);
  };
  await world.run();
  world.audio.get = get;
  return read;
};

test('the finisher reads one object for each part whose chunks are all recognized before the last chunk of the job', async () => {
  const { job, recognize } = await cut();
  await recognize(102, 0, 2, 101, 1, 100, 201, 200, 202);
  expect(await readToFinish()).toEqual([
    'part-0.json',
    'part-1.json',
    'part-2.json',
    '0200.json',
    '0201.json',
    '0202.json',
  ]);
  expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: text });
  expect(objectsOf(job)).toEqual([]);
});

test('a job whose texts of a part could not be joined is completed from those of the chunks', async () => {
  const { job, recognize } = await cut();
  const put = world.audio.put.bind(world.audio);
  world.audio.put = async (key, ...rest) => {
    if (key.includes('part-')) throw new Error('S3 is down.');
    await put(key, ...rest);
  };
  await recognize(0, 1);
  await expect(recognize(2)).rejects.toThrow('S3 is down.');
  world.audio.put = put;
  // SQS delivers the chunk again.
  await recognize(2, 100, 101, 102, 200, 201, 202);
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: text });
});

test('texts of a part that are joined after the clean-up of its job are removed', async () => {
  const { job, recognize } = await cut();
  await recognize(0, 1);
  const put = world.audio.put.bind(world.audio);
  world.audio.put = async (key, ...rest) => {
    if (key.includes('part-')) await world.erase(job);
    await put(key, ...rest);
  };
  await recognize(2);
  world.audio.put = put;
  expect(objectsOf(job)).toEqual([]);
});

test('a chunk that is delivered again changes neither the texts of its part nor those of the job', async () => {
  const { job, recognize } = await cut();
  const all: ChunkMessage['index'][] = [0, 1, 2, 100, 101, 102, 200, 201, 202];
  await recognize(...all.slice(0, -1));
  const before = objectsOf(job);
  await recognize(...all.slice(0, -1));
  expect(objectsOf(job)).toEqual(before);
  await recognize(202);
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed', transcript: text });
});
