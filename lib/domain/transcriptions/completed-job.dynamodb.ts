import type { Write } from '#lib/platform/aws/table.ts';
import type { Metadata } from '#lib/domain/labels.ts';
import { later, ttlAt } from '#lib/platform/durations.ts';
import { listIndexKeys } from '#lib/platform/http/list-index-keys.ts';
import { jobKey, newJobItem } from './job-item.ts';
import { rememberedMs } from './timing.ts';
import { erasedRequest, initialTranscription, type Transcription } from './transcription.ts';

/** The text of a realtime session, from which its job is created. */
export type SessionText = Pick<
  Transcription,
  | 'tenant'
  | 'id'
  | 'requestId'
  | 'fingerprint'
  | 'organizationId'
  | 'keyId'
  | 'createdAt'
  | 'expiresAt'
  | 'detectedLanguage'
  | 'name'
> & {
  readonly sessionId: string;
  readonly metadata: Metadata;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly audioMs: number;
  readonly billedMicroUsd: number;
};

const completedJob = ({ sessionId, metadata, endedAt, ...text }: SessionText): Transcription => ({
  ...initialTranscription,
  ...text,
  uploadId: sessionId,
  request: { ...erasedRequest, metadata },
  status: 'completed',
  completedAt: endedAt,
  // A session never has a file of its own.
  sourceDeletedAt: endedAt,
  channels: 1,
});

/** The write of a job that is already completed when it is created: part of the transaction that ends its session. */
export const completedJobEntry = (text: SessionText): Write => {
  const job = completedJob(text);
  return {
    put: {
      ...newJobItem(job),
      ...jobKey(job),
      ...listIndexKeys(job.tenant, job),
      ttl: ttlAt(later(job.expiresAt, rememberedMs)),
    },
    where: 'attribute_not_exists(pk)',
  };
};
