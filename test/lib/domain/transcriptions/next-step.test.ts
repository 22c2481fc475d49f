import { describe, expect, test } from 'vitest';
import { nextStep } from '#lib/domain/transcriptions/next-step.ts';
import { maxAttempts, maxFetchAttempts } from '#lib/domain/transcriptions/timing.ts';
import { erasedRequest } from '#lib/domain/transcriptions/transcription.ts';
import { aTranscription } from '../../../support/transcription.ts';

const now = new Date('2026-11-20T11:00:00.000Z');
const earlier = '2026-11-20T10:59:59.999Z';
const progressOf = (part: number, ...chunks: number[]) => ({
  part,
  cut: null,
  doneChunks: new Set(chunks),
  processedMs: chunks.length,
  progressAt: earlier,
});
const kindOf = (fields: Parameters<typeof aTranscription>[0]) =>
  nextStep(aTranscription(fields), [], now).kind;

test('a queued job whose message was lost is sent again', () => {
  expect(kindOf({})).toBe('split');
});

describe('a splitting job', () => {
  test('a splitting job is left alone while its worker lives', () => {
    expect(kindOf({ status: 'processing', attempt: 1, leaseUntil: now.toISOString() })).toBe('wait');
  });

  test('a splitting job is sent again when its worker died', () => {
    expect(kindOf({ status: 'processing', attempt: 1, leaseUntil: earlier })).toBe('split');
  });

  test('each failed attempt delays the next one for longer', () => {
    const lapsed = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
    const step = (attempt: number, minutes: number) =>
      kindOf({ status: 'processing', attempt, leaseUntil: lapsed(minutes) });
    expect([step(2, 1), step(2, 3)]).toEqual(['wait', 'split']);
    expect([step(3, 3), step(3, 5)]).toEqual(['wait', 'split']);
    expect([step(9, 14), step(9, 16)]).toEqual(['wait', 'split']);
  });

  test('a splitting job fails when every attempt died', () => {
    const longAgo = new Date(now.getTime() - 60 * 60_000).toISOString();
    expect(kindOf({ status: 'processing', attempt: maxAttempts, leaseUntil: longAgo })).toBe('fail');
  });

  test('a job fails when fetching used up all attempts but those reserved for splitting', () => {
    const longAgo = new Date(now.getTime() - 60 * 60_000).toISOString();
    const stuck = { status: 'processing', attempt: maxFetchAttempts, leaseUntil: longAgo } as const;
    expect(kindOf({ ...stuck, uploadId: null, audioUrl: 'https://a.example/' })).toBe('fail');
    expect(kindOf({ ...stuck, uploadId: null, fetched: { key: 'k', eTag: '"e"' } })).toBe('split');
  });
});

describe('a job that is cut in parts', () => {
  const cutting = (fields: Parameters<typeof aTranscription>[0] = {}) =>
    aTranscription({
      status: 'processing',
      attempt: 2,
      leaseUntil: earlier,
      parts: { count: 3, attempt: 2, plannedAt: earlier },
      cutParts: new Set([1]),
      ...fields,
    });

  test('a job in parts is left alone while one of its workers lives', () => {
    expect(nextStep(cutting({ leaseUntil: now.toISOString() }), [], now)).toEqual({ kind: 'wait' });
  });

  test('a job in parts has its missing parts sent again, at once', () => {
    expect(nextStep(cutting(), [], now)).toEqual({ kind: 'cut_parts', parts: [0, 2] });
  });

  test('a job in parts has one part sent again if all are cut and nobody joined them', () => {
    expect(nextStep(cutting({ cutParts: new Set([0, 1, 2]) }), [], now)).toEqual({
      kind: 'cut_parts',
      parts: [0],
    });
  });

  test('a job is cut as one when its parts make no progress, were given up, or are of an earlier attempt', () => {
    const longAgo = new Date(now.getTime() - 60 * 60_000).toISOString();
    for (const fields of [
      { sweeps: 4, leaseUntil: longAgo },
      { leaseUntil: null },
      { attempt: 3, leaseUntil: longAgo },
    ])
      expect(nextStep(cutting({ createdAt: longAgo, ...fields }), [], now)).toEqual({ kind: 'split' });
  });

  test('a job in parts has only its missing chunks sent again once it is joined', () => {
    const joined = { chunkCount: 3, chunksOfParts: [2, 0, 1] };
    const job = cutting({ ...joined, parts: null, leaseUntil: null });
    expect(nextStep(job, [progressOf(0, 0)], now)).toEqual({ kind: 'recognize', indexes: [1, 200] });
  });
});

test('only the missing chunks are sent again', () => {
  const job = aTranscription({
    status: 'processing',
    attempt: 1,
    chunkCount: 4,
  });
  expect(nextStep(job, [progressOf(0, 0, 2)], now)).toEqual({ kind: 'recognize', indexes: [1, 3] });
});

test('of a part that is recognized and not reported one chunk is sent again, of a reported one none', () => {
  const job = aTranscription({
    status: 'processing',
    attempt: 1,
    chunkCount: 5,
    chunksOfParts: [2, 1, 2],
    doneParts: new Set([0]),
  });
  const progress = [progressOf(0, 0, 1), progressOf(1, 100), progressOf(2, 200)];
  expect(nextStep(job, progress, now)).toEqual({ kind: 'recognize', indexes: [100, 201] });
});

test('of many missing chunks only some are sent again at a time', () => {
  const step = nextStep(aTranscription({ status: 'processing', attempt: 1, chunkCount: 600 }), [], now);
  expect(step).toMatchObject({ kind: 'recognize', indexes: { length: 100 } });
});

test('a job with all chunks and no finisher is sent to the finisher again', () => {
  expect(kindOf({ status: 'processing', attempt: 1, chunkCount: 1, doneParts: new Set([0]) })).toBe('finish');
  expect(kindOf({ status: 'processing', attempt: 1, chunkCount: 0 })).toBe('finish');
});

test('a finisher that may still be translating is not joined by a second one, which would pay for it again', () => {
  const request = { ...erasedRequest, translation: { type: 'one_way', target_language: 'es' } as const };
  const recognized = {
    request,
    status: 'processing',
    attempt: 1,
    chunkCount: 1,
    doneParts: new Set([0]),
  } as const;
  expect(kindOf({ ...recognized, sweeps: 1 })).toBe('wait');
  expect(kindOf({ ...recognized, sweeps: 2 })).toBe('finish');
});

test.each(['completed', 'failed', 'canceled'] as const)(
  'a %s job is cleaned up whenever it is due, however often it was already',
  (status) => {
    expect(kindOf({ status })).toBe('clean_up');
    expect(kindOf({ status, sourceDeletedAt: earlier })).toBe('clean_up');
  },
);

test('a job older than its audio ends as processing_timeout', () => {
  for (const fields of [{}, { status: 'processing', attempt: 1, chunkCount: 2 } as const]) {
    const job = aTranscription({ createdAt: '2026-11-19T10:59:59.999Z', ...fields });
    expect(nextStep(job, [], now)).toMatchObject({ kind: 'fail', failure: { type: 'processing_timeout' } });
  }
});
