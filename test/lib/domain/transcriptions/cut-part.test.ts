import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { isWholeAudio, type PartMessage } from '#lib/domain/transcriptions/messages.ts';
import { leaseMs } from '#lib/domain/transcriptions/timing.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { NotInParts } from '#lib/speech/audio/parts/not-in-parts.ts';
import { startProtocol } from '../../../support/start-protocol.ts';
import { wordPerChunkOfPart } from '../../../support/scripted-speech.ts';

const world = await startProtocol();
beforeEach(() => {
  Object.assign(world.script, { chunks: 2, parts: 3, heads: [], share: 10, cutPart: wordPerPart });
});

type CutPart = typeof world.script.cutPart;
const wordPerPart: CutPart = (_file, place) => wordPerChunkOfPart(2, place);

const text = 'Word0. Word1. Word100. Word101. Word200. Word201.';
const inParts = { status: 'completed', transcript: text, audio_ms: 180_000, billing: { status: 'charged' } };
const asOne = { status: 'completed', transcript: 'Word0. Word1.', audio_ms: 60_000 };

/** Plans a job, and takes the messages of its parts from the queue. */
const plan = async (job?: JobRef): Promise<{ job: JobRef; parts: PartMessage[] }> => {
  const queued = job ?? (await world.queueUploaded());
  await world.splitWaiting();
  const parts = world.queues.split.splice(0).flatMap((message) => (isWholeAudio(message) ? [] : [message]));
  return { job: queued, parts };
};

/** Cuts every part, but throws the error of `change` for the part `wrong`. */
const wrongPart = (wrong: number, change: () => Error): CutPart =>
  async function* cut(file, place, signal) {
    if (place.part === wrong) throw change();
    return yield* wordPerPart(file, place, signal);
  };

test('a long recording is cut in parts, and its text is in order', async () => {
  const { job, parts } = await plan();
  expect(parts).toEqual([0, 1, 2].map((part) => ({ ...job, attempt: 1, part })));
  for (const message of parts.toReversed()) await world.split(message);
  await world.run();
  expect(await world.view(job)).toMatchObject(inParts);
  expect([...world.audio.objects.keys()].filter((key) => key.includes(job.id))).toEqual([]);
});

test('a part reads its bytes of the recording only', async () => {
  const { parts } = await plan();
  const read: unknown[] = [];
  const { audio } = world;
  const stream = audio.stream.bind(audio);
  audio.stream = (key, eTag, range) => {
    read.push(range);
    return stream(key, eTag, range);
  };
  for (const message of parts) await world.split(message);
  audio.stream = stream;
  expect(read).toEqual([0, 1, 2].map(() => ({ from: 0, to: 5 })));
  await world.run();
});

test.each([
  ['the header of all', [], ['head of bytes', 'head of bytes', 'head of bytes']],
  ['its own head', ['one', 'two', 'three'], ['onebytes', 'twobytes', 'threebytes']],
])('a part decodes %s before its bytes, and no head is left in the end', async (_, heads, files) => {
  const decoded: string[] = [];
  const cutPart: CutPart = async function* cut(file, ...place) {
    decoded.push(await readFile(file, 'utf8'));
    return yield* wordPerPart(file, ...place);
  };
  Object.assign(world.script, { heads: heads.map((head) => Buffer.from(head)), cutPart });
  const { job, parts } = await plan();
  for (const message of parts) await world.split(message);
  expect(decoded).toEqual(files);
  await world.run();
  expect(await world.view(job)).toMatchObject(inParts);
  expect([...world.audio.objects.keys()].filter((key) => key.includes(job.id))).toEqual([]);
});

test('the chunks of a part are recognized while the others are still cut', async () => {
  const { job, parts } = await plan();
  const [, second] = parts;
  if (second) await world.split(second);
  for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
  expect(await world.view(job)).toMatchObject({
    progress: { percent: 0, processed_ms: 60_000, total_ms: null },
  });
  for (const message of parts) await world.split(message);
  expect(await world.view(job)).toMatchObject({ progress: { percent: 33, total_ms: 180_000 } });
  await world.run();
  expect(await world.view(job)).toMatchObject(inParts);
});

test('a part whose chunks are recognized before it is cut completely is reported by its cutter', async () => {
  const { job, parts } = await plan();
  world.script.cutPart = async function* cut(...audio) {
    const borders = yield* wordPerPart(...audio);
    // The last chunk may not have been sent yet.
    await new Promise(setImmediate);
    for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
    return borders;
  };
  for (const message of parts) await world.split(message);
  expect(await world.deps.store.find(job)).toMatchObject({ doneParts: new Set([0, 1, 2]) });
  await world.run();
  expect(await world.view(job)).toMatchObject(inParts);
});

test('a part that is delivered twice changes nothing', async () => {
  const { job, parts } = await plan();
  await Promise.all([...parts, ...parts].map((message) => world.split(message)));
  for (const message of parts) await world.split(message);
  await world.run();
  expect(await world.view(job)).toMatchObject(inParts);
});

test('a lost part is sent again, alone', async () => {
  const { job, parts } = await plan();
  for (const message of parts.slice(0, 2)) await world.split(message);
  // The message that checks for late parts is lost too.
  world.queues.split.length = 0;
  await world.sweepAt(world.later(leaseMs + 1));
  // The sweeper also revives jobs of other tests.
  const sentAgain = world.queues.split.filter(({ id }) => id === job.id);
  expect(sentAgain).toEqual([{ ...job, attempt: 1, part: 2 }]);
  await world.run();
  expect(await world.view(job)).toMatchObject(inParts);
});

test('parts that nobody joined are joined by the sweeper', async () => {
  const { job, parts } = await plan();
  const markSplit = () => Promise.reject(new Error('The table is down.'));
  const store = { ...world.deps.store, markSplit };
  await Promise.allSettled(parts.map((message) => world.split(message, { store })));
  await world.sweepAt(world.later(leaseMs + 1));
  await world.run();
  expect(await world.view(job)).toMatchObject(inParts);
});

test.each([
  ['cannot be decoded', wrongPart(1, () => new JobFailure('audio_unreadable', 'Damaged.'))],
  ['is not in its slice', wrongPart(2, () => new NotInParts('No border.'))],
  [
    'does not fit to its neighbour',
    async function* cut(file, place, signal) {
      const { end, ...rest } = yield* wordPerPart(file, place, signal);
      return { ...rest, end: place.part === 0 ? { ...end, sound: end.sound + 1 } : end };
    } satisfies CutPart,
  ],
] as const)('a recording of which a part %s is cut as one', async (_, cutPart) => {
  world.script.cutPart = cutPart;
  const job = await world.queueUploaded();
  await world.run();
  expect(await world.view(job)).toMatchObject(asOne);
  expect(await world.deps.store.find(job)).toMatchObject({ attempt: 2 });
});

test('a recording whose parts kill their workers is cut as one in the end', async () => {
  const { job } = await plan();
  for (let sweeps = 0; sweeps < 8; sweeps += 1) {
    await world.sweepAt(world.later(15 * 60_000));
    const sent = world.queues.split.splice(0).filter(isWholeAudio);
    for (const message of sent) await world.split(message);
    await world.run();
  }
  expect(await world.view(job)).toMatchObject(asOne);
});

test('the parts of a deleted job are not cut, and leave nothing behind', async () => {
  const { job, parts } = await plan();
  const [first, ...others] = parts;
  world.script.cutPart = async function* cut(...args) {
    await world.erase(job);
    return yield* wordPerPart(...args);
  };
  if (first) await world.split(first);
  let cuts = 0;
  world.script.cutPart = (...args) => {
    cuts += 1;
    return wordPerPart(...args);
  };
  for (const message of others) await world.split(message);
  expect(cuts).toBe(0);
  expect(await world.view(job)).toMatchObject({ status: 'canceled' });
  expect([...world.audio.objects.keys()].filter((key) => key.includes(job.id))).toEqual([]);
});

test('no chunk is sent before the length is known if the hold does not cover it', async () => {
  const job = await world.queueUploaded();
  const { job: planned, parts } = await plan(job);
  await world.table.update({
    key: { pk: `${planned.tenant}/${planned.id}`, sk: 'job' },
    set: 'SET heldMicroUsd = :held, organizationId = :org',
    values: { ':held': 7_500, ':org': 'org_unpaid' },
  });
  for (const message of parts.slice(0, 2)) await world.split(message);
  // The held amount pays for 90 s, so the third chunk is the last.
  expect(world.queues.chunk.map(({ index }) => index)).toEqual([0, 1, 100]);
  for (const message of parts) await world.split(message);
  expect(await world.view(job)).toMatchObject({ status: 'failed', error: { type: 'insufficient_credits' } });
  expect(world.queues.chunk.map(({ index }) => index)).toEqual([0, 1, 100]);
});

test('channels that are kept apart are cut as one', async () => {
  const job = await world.queueUploaded({ multichannel: true });
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed', channels: 2, audio_ms: 60_000 });
});

test.each([
  [5, []],
  [7, [2]],
  [12, [4]],
])(
  'of %d parts those that find no worker ready have some called, as many as there are',
  async (parts, waiting) => {
    world.partsWait.length = 0;
    world.script.parts = parts;
    const { job } = await plan();
    expect(world.partsWait).toEqual(waiting.map((partsWaiting) => ({ ...job, attempt: 1, partsWaiting })));
    await world.run();
  },
);

test('a job whose call for more workers is lost is cut like any other', async () => {
  world.script.parts = 7;
  const sendPartsWait = () => Promise.reject(new Error('SQS is down.'));
  const job = await world.queueUploaded();
  for (const message of world.queues.split.splice(0)) await world.split(message, { sendPartsWait });
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed', audio_ms: 420_000 });
});
