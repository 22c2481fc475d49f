import { tenantWorkPrefix, uploadPrefix } from '#lib/domain/uploads/upload-key.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { Position } from '#lib/platform/http/cursor.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';

/** A mode of a project, with the project's organization. */
export type TenantOwner = { readonly tenant: Tenant; readonly organizationId: string };

export type EraseTenantDeps = {
  readonly store: Pick<TranscriptionRepository, 'list'>;
  /** Cancels an unfinished job, and erases text and audio of any job. */
  readonly deleteJob: (tenant: Tenant, id: string) => Promise<void>;
  readonly webhooksOf: (tenant: Tenant) => Promise<readonly { readonly id: string }[]>;
  readonly deleteWebhook: (ref: TenantOwner & { readonly id: string }) => Promise<void>;
  /** Stops the realtime sessions, whose texts become jobs. True if none was left. */
  readonly stopSessions: (tenant: Tenant, until: Date) => Promise<boolean>;
  readonly audio: Pick<Bucket, 'removeAll'>;
  readonly now: () => Date;
};

const pageSize = 100;
const atOnce = 10;

const page = {
  limit: pageSize,
  status: undefined,
  name: undefined,
  createdAfter: undefined,
  includeDeleted: false,
} as const;

/**
 * Erases what a mode of a deleted project holds, until the given time: its webhooks first, which are told nothing more, then its
 * realtime sessions, jobs, uploads and files. True if no session and no job was left. Idempotent.
 */
export const eraseTenant = async (
  { store, deleteJob, webhooksOf, deleteWebhook, stopSessions, audio, now }: EraseTenantDeps,
  { tenant, organizationId }: TenantOwner,
  until: Date,
): Promise<boolean> => {
  for (const { id } of await webhooksOf(tenant)) await deleteWebhook({ tenant, organizationId, id });
  let isEmpty = await stopSessions(tenant, until);
  let after: Position | undefined;
  do {
    const { jobs, next } = await store.list(tenant, { ...page, after, now: now() });
    // Canceled jobs stay listed, erased.
    const left = jobs.filter(({ status }) => status !== 'canceled');
    for (let from = 0; from < left.length && now() < until; from += atOnce)
      await Promise.all(left.slice(from, from + atOnce).map(({ id }) => deleteJob(tenant, id)));
    isEmpty &&= left.length === 0;
    after = next ?? undefined;
  } while (after && now() < until);
  // Last, so that the jobs that read it end as canceled rather than failed.
  for (const prefix of [uploadPrefix(tenant), tenantWorkPrefix(tenant)]) await audio.removeAll(prefix);
  return isEmpty && !after;
};
