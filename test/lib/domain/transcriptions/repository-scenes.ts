import { expect } from 'vitest';
import { randomId } from '#lib/platform/ids.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import type { JobError, JobRef, Transcription } from '#lib/domain/transcriptions/transcription.ts';
import type { Upload } from '#lib/domain/uploads/upload.ts';
import type { EndedJob, WebhookEvent } from '#lib/domain/webhooks/event.ts';
import { anUpload, aTranscription } from '../../../support/transcription.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

/** The dependencies of a store contract on each implementation. */
export const queueLimits = { unfinishedJobsPerProject: 100, unfinishedJobsPerOrganization: 104 };

export type World = {
  readonly store: TranscriptionRepository;
  readonly addUpload: (upload: Upload) => Promise<void>;
  readonly findUpload: (tenant: Tenant, id: string) => Promise<Upload | undefined>;
  /** Micro-dollars charged for the job, undefined when there is no ledger line. */
  readonly chargeOf: (job: JobRef) => Promise<number | undefined>;
  /** The job's webhook events. */
  readonly eventOf: (job: JobRef, status: EndedJob['status']) => Promise<WebhookEvent | undefined>;
  /** Micro-dollars of a project's usage on a UTC day. */
  readonly usageOf: (tenant: Tenant, day: string) => Promise<number>;
  /** Adds this many micro-dollars to an organization's balance. */
  readonly pay: (organizationId: string, microUsd: number) => Promise<void>;
  /** The organization's balance, and the amount that its jobs hold. */
  readonly accountOf: (organizationId: string) => Promise<{ balance: number; held: number }>;
};

/** The test quota of a store under test. */
export const testMinutesPerDay = 60;

export const start = new Date('2026-11-20T10:00:00.000Z');
export const at = (ms: number) => new Date(start.getTime() + ms);
export const failure: JobError = {
  type: 'audio_unreadable',
  message: 'No.',
  retryable: false,
  details: { a: 1 },
};

/** Jobs in the state where a test begins, of `project()` unless the test names another. */
export const scenes = (world: () => World, project: () => Tenant = () => 'prj_a.live') => {
  const added = async (fields: Partial<Upload> = {}): Promise<Upload> => {
    const upload = anUpload({ id: randomId('upl'), tenant: project(), ...fields });
    await world().addUpload(upload);
    return upload;
  };

  const queued = async (fields: Partial<Transcription> = {}): Promise<Transcription> => {
    const tenant = fields.tenant ?? project();
    const { id: uploadId } = await added({ tenant });
    const job = aTranscription({ id: randomId('ofq'), uploadId, ...fields, tenant });
    expect(await world().store.create(job, start)).toEqual({ kind: 'created' });
    return job;
  };

  const claimed = async (fields: Partial<Transcription> = {}): Promise<Transcription> => {
    const job = await world().store.claim(await queued(fields), start);
    if (!job) throw new Error('A queued job can be claimed.');
    return job;
  };

  const joined = async (fields: Partial<Transcription> = {}): Promise<Transcription> => {
    const job = await claimed(fields);
    const cut = await world().store.markSplit(job, {
      chunkCount: 0,
      audioMs: 1_200,
      channels: 1,
      now: start,
    });
    if (typeof cut !== 'object') throw new Error('A claimed job can be marked as split.');
    return cut;
  };

  const isDue = async (job: Transcription, now: Date) =>
    (await world().store.listDue(now)).dues.find(({ ref }) => ref.id === job.id);

  return { added, queued, claimed, joined, isDue };
};
