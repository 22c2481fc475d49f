import { beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import { leaseMs, maxAttempts } from '#lib/domain/transcriptions/timing.ts';
import { uploadKeptMs } from '#lib/domain/uploads/upload.ts';
import { aTranscription } from '../../../support/transcription.ts';
import { at, failure, scenes, start, type World } from './repository-scenes.ts';

/** The guarantees of every `TranscriptionRepository`. */
export const storeContract = (name: string, open: () => Promise<World>): void => {
  describe(`the store on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });

    const { added, queued, claimed, joined, isDue } = scenes(() => world);

    test('a created job reads back as written, and only in its project', async () => {
      const job = await queued({
        request: { ...aTranscription().request, customVocabulary: ['Zoë'], context: 'c' },
      });
      expect(await world.store.find(job)).toEqual(job);
      expect(await world.store.find({ tenant: 'prj_b.live', id: job.id })).toBeUndefined();
    });

    test('creating a job consumes its upload, once', async () => {
      const job = await queued();
      expect(await world.findUpload('prj_a.live', job.uploadId ?? '')).toMatchObject({
        status: 'consumed',
        usedBy: job.id,
      });
      const second = aTranscription({ id: randomId('ofq'), uploadId: job.uploadId });
      expect(await world.store.create(second, start)).toMatchObject({
        kind: 'upload_refused',
        upload: { status: 'consumed' },
      });
      expect(await world.store.find(second)).toBeUndefined();
    });

    test('of many creates from one upload exactly one is queued', async () => {
      const { id: uploadId } = await added();
      const creates = Array.from({ length: 40 }, () =>
        world.store.create(aTranscription({ id: randomId('ofq'), uploadId }), start),
      );
      const kinds = (await Promise.all(creates)).map(({ kind }) => kind);
      expect(kinds.filter((kind) => kind === 'created')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'upload_refused')).toHaveLength(39);
    });

    test('a second create with the same id finds the first job, although the upload is consumed', async () => {
      const job = await queued();
      expect(await world.store.create(job, start)).toEqual({ kind: 'exists', job });
    });

    test.each([
      ['an upload that has not arrived', { status: 'issued' }],
      ['an upload whose object the bucket has dropped', { uploadedAt: at(-uploadKeptMs).toISOString() }],
      ['an upload of another project', { tenant: 'prj_b.live' }],
    ] as const)('%s is refused and unchanged', async (_, fields) => {
      const upload = await added(fields);
      const outcome = await world.store.create(
        aTranscription({ id: randomId('ofq'), uploadId: upload.id }),
        start,
      );
      expect(outcome.kind).toBe('upload_refused');
      expect(await world.findUpload(upload.tenant, upload.id)).toEqual(upload);
    });

    test('a claim counts an attempt and holds the job until its lease expires', async () => {
      const job = await claimed();
      expect(job).toMatchObject({ status: 'processing', attempt: 1, startedAt: start.toISOString() });
      expect(await isDue(job, at(leaseMs - 1))).toBeUndefined();
      expect(await isDue(job, at(leaseMs))).toBeDefined();
      expect(await world.store.claim(job, at(leaseMs))).toBeUndefined();
      expect(await world.store.claim(job, at(leaseMs + 1))).toMatchObject({
        attempt: 2,
        startedAt: start.toISOString(),
      });
    });

    test('of many claims exactly one gets the job', async () => {
      const job = await queued();
      const claims = await Promise.all(Array.from({ length: 20 }, () => world.store.claim(job, start)));
      expect(claims.filter(Boolean)).toHaveLength(1);
    });

    test('a job can be claimed a limited number of times', async () => {
      const job = await queued();
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        expect(await world.store.claim(job, at(attempt * 2 * leaseMs))).toMatchObject({ attempt });
      }
      expect(await world.store.claim(job, at(100 * leaseMs))).toBeUndefined();
    });

    test('a renewed lease holds the job, and keeps the sweeper away', async () => {
      const job = await claimed();
      expect(await world.store.renewLease(job, at(leaseMs))).toBe(true);
      expect(await isDue(job, at(2 * leaseMs - 1))).toBeUndefined();
      expect(await isDue(job, at(2 * leaseMs))).toBeDefined();
      expect(await world.store.claim(job, at(leaseMs + 1))).toBeUndefined();
    });

    test('a worker that lost its claim cannot write', async () => {
      const old = await claimed();
      await world.store.claim(old, at(leaseMs + 1));
      const now = at(leaseMs + 2);
      expect(await world.store.renewLease(old, now)).toBe(false);
      expect(
        await world.store.markSplit(old, { chunkCount: 1, audioMs: 5, channels: 1, now }),
      ).toBeUndefined();
      expect(await world.store.complete(old, { now, detectedLanguage: 'en', billedMicroUsd: 5 })).toBe(false);
      expect(await world.store.fail(old, failure, now)).toBeUndefined();
      expect(await world.store.find(old)).toMatchObject({
        status: 'processing',
        attempt: 2,
      });
      expect(await world.chargeOf(old)).toBeUndefined();
    });

    test('a fully split job is not split again', async () => {
      const job = await joined();
      expect(await world.store.claim(job, at(10 * leaseMs))).toBeUndefined();
    });
  });
};
