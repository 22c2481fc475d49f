import type { JobRef } from './transcription-calls.ts';
import type { Tenant } from './types.ts';

/** Names of cached values that several files share. */
export const keyOf = {
  jobs: ({ projectId, mode }: Tenant) => ['jobs', projectId, mode],
  job: ({ projectId, mode, jobId }: JobRef) => ['job', projectId, mode, jobId],
  members: (organizationId: string) => ['members', organizationId],
  audit: (organizationId: string) => ['audit', organizationId],
  billing: (organizationId: string) => ['billing', organizationId],
  keys: (projectId: string) => ['keys', projectId],
  webhooks: ({ projectId, mode }: Tenant) => ['webhooks', projectId, mode],
};
