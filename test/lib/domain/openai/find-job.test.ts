import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findJob } from '#lib/domain/openai/find-job.ts';
import type { Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { aTranscription } from '../../../support/transcription.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const identity = { tenant: 'prj_a.live', route: 'POST /v1/audio/transcriptions' } as const;

/** The jobs of a request that was sent repeatedly. Each job failed before the next request. */
const manyTimes = () => {
  const jobs = new Map<string, Transcription>();
  let looks = 0;
  const find = async ({ id }: { readonly id: string }) => {
    looks += 1;
    return jobs.get(id);
  };
  const send = async () => {
    looks = 0;
    const request = { ...identity, idempotencyKey: undefined, bodyFingerprint: 'f' };
    return findJob({ store: { find }, now: () => now }, request);
  };
  const end = (id: string, status: 'failed' | 'completed') => {
    const passing = { type: 'internal_error', message: 'Try again.', retryable: true, details: {} } as const;
    const error = status === 'failed' ? passing : null;
    jobs.set(id, aTranscription({ id, status, error, createdAt: now.toISOString() }));
  };
  return { send, end, looks: () => looks };
};

test('each request finds the latest job or the place of the next, in few reads, however many failed before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 200 }), fc.boolean(), async (failures, succeeds) => {
      const { send, end, looks } = manyTimes();
      const ids = new Set<string>();
      for (let sent = 0; sent < failures; sent += 1) {
        const { id, exists } = await send();
        expect(exists).toBe(false);
        ids.add(id);
        end(id, 'failed');
      }
      expect(ids.size).toBe(failures);
      const next = await send();
      expect(next.exists).toBe(false);
      expect(ids).not.toContain(next.id);
      if (succeeds) end(next.id, 'completed');
      expect(await send()).toEqual({ id: next.id, exists: succeeds });
      expect(looks()).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(failures + 2)));
    }),
    { numRuns: 20 },
  );
});
