import { expect, test } from 'vitest';
import { mayFinishForMinutes, maySplitForMinutes } from '#lib/domain/transcriptions/may-take-minutes.ts';
import type { SplitMessage } from '#lib/domain/transcriptions/messages.ts';
import type { Source } from '#lib/domain/transcriptions/fetch-source.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { minPlannedBytes } from '#lib/domain/uploads/receive-upload.ts';
import { aTranscription } from '../../../support/transcription.ts';

const job = aTranscription();
const { tenant, id } = job;
const storeOf = (found: Transcription | undefined) => ({ find: async () => found });
const stored = { key: 'uploads/a', eTag: '"e"' };
const large = { ...stored, bytes: minPlannedBytes };
const inParts = { header: '', slices: [{ from: 0, to: 5 }] };

const needsSplitPermit = (source: Source | undefined, found: Transcription | undefined = job) =>
  maySplitForMinutes({ store: storeOf(found), findSource: async () => source })({ tenant, id });

test.each<[string, Source, boolean]>([
  ['is small', { ...stored, bytes: minPlannedBytes - 1 }, false],
  ['is large and not planned yet', large, true],
  ['was fetched, so that nobody knows its size', stored, true],
  ['is large and planned in parts', { ...large, plan: inParts }, false],
  ['is large and short', { ...large, plan: { serially: 'short' } }, false],
  ['is large, long and cut as one', { ...large, plan: { serially: 'format' } }, true],
])('audio that %s may occupy a splitter for minutes', async (_, source, may) => {
  expect(await needsSplitPermit(source)).toBe(may);
});

test('large audio with a plan in parts may take minutes where it is cut as one all the same', async () => {
  const source = { ...large, plan: inParts };
  const channels = aTranscription({ request: { ...job.request, multichannel: true } });
  expect(await needsSplitPermit(source, channels)).toBe(true);
  const givenUp = aTranscription({ parts: { attempt: 1, count: 1, plannedAt: job.createdAt } });
  expect(await needsSplitPermit(source, givenUp)).toBe(true);
});

test('a job or audio that is gone takes no time', async () => {
  const findSource = async () => large;
  expect(await maySplitForMinutes({ store: storeOf(undefined), findSource })({ tenant, id })).toBe(false);
  expect(await needsSplitPermit(undefined)).toBe(false);
});

test.each<[string, SplitMessage]>([
  ['a part', { tenant, id, attempt: 1, part: 0 }],
  ['late parts', { tenant, id, attempt: 1, lateParts: true }],
  ['an upload that arrived', { tenant, id, eTag: '"e"' }],
])('a message about %s takes seconds, and nothing is read to know it', async (_, message) => {
  const read = async () => {
    throw new Error('This was read.');
  };
  expect(await maySplitForMinutes({ store: { find: read }, findSource: read })(message)).toBe(false);
});

test('only a job with a translation may occupy a finisher for minutes', async () => {
  const translated = aTranscription({
    request: { ...job.request, translation: { type: 'one_way', target_language: 'es' } },
  });
  const claim = { tenant, id, attempt: 1 };
  expect(await mayFinishForMinutes({ store: storeOf(translated) })(claim)).toBe(true);
  expect(await mayFinishForMinutes({ store: storeOf(job) })(claim)).toBe(false);
  expect(await mayFinishForMinutes({ store: storeOf(undefined) })(claim)).toBe(false);
});
