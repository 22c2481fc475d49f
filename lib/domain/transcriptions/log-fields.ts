import { addLogFields, type LogFields } from '#lib/platform/log.ts';
import { tenantLogFields } from '#lib/platform/tenant.ts';
import type { DeadMessage } from './messages.ts';
import type { Transcription } from './transcription.ts';

/** What every line about a message names. */
export const jobLogFields = ({ tenant, id, attempt, index, part, eTag }: DeadMessage): LogFields => ({
  ...tenantLogFields(tenant),
  ...(eTag === undefined ? { transcription_id: id } : { upload_id: id }),
  ...(attempt !== undefined && { attempt }),
  ...(index !== undefined && { index }),
  ...(part !== undefined && { part }),
});

/** Puts the request that queued the job, and its attempt, on every further line of this scope. */
export const logJob = ({ requestId, attempt }: Transcription): void =>
  addLogFields({ request_id: requestId, attempt });
