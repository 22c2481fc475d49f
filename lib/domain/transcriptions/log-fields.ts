import { addLogFields, type LogFields } from '#lib/platform/log.ts';
import { tenantLogFields } from '#lib/platform/tenant.ts';
import type { DeadMessage } from './messages.ts';
import type { Transcription } from './transcription.ts';

/** The fields of every log line about a message. */
export const jobLogFields = ({ tenant, id, attempt, index, part, eTag }: DeadMessage): LogFields => ({
  ...tenantLogFields(tenant),
  ...(eTag === undefined ? { transcription_id: id } : { upload_id: id }),
  ...(attempt !== undefined && { attempt }),
  ...(index !== undefined && { index }),
  ...(part !== undefined && { part }),
});

/** Adds the request that queued the job, and the job's attempt, to every further log line of this scope. */
export const logJob = ({ requestId, attempt }: Transcription): void =>
  addLogFields({ request_id: requestId, attempt });
