import * as z from 'zod';
import { tenantWorkPrefix, uploadPrefix } from '#lib/domain/uploads/upload-key.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';

/** A mode of a project, with the project's organization. */
export type TenantOwner = { readonly tenant: Tenant; readonly organizationId: string };

/** A pass through the jobs of a mode, newest first, which may take many runs. */
export const Pass = z.object({
  /** Whether no run of this pass has found anything to erase so far. */
  isEmpty: z.boolean(),
  /** The job after which the next run continues. Null after the last job. */
  after: z.object({ createdAt: z.string(), id: z.string() }).nullable(),
});
export type Pass = z.infer<typeof Pass>;

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
 * Erases the data of one mode of a deleted project, up to the given time. Its webhooks come first, so that they receive
 * nothing more; then its realtime sessions, jobs, uploads and files. Continues the pass `from`, unless that has reached
 * its end. Idempotent.
 */
export const eraseTenant = async (
  { store, deleteJob, webhooksOf, deleteWebhook, stopSessions, audio, now }: EraseTenantDeps,
  { tenant, organizationId }: TenantOwner,
  { until, from }: { readonly until: Date; readonly from: Pass | undefined },
): Promise<Pass> => {
  for (const { id } of await webhooksOf(tenant)) await deleteWebhook({ tenant, organizationId, id });
  let after = from?.after ?? null;
  let isEmpty = (await stopSessions(tenant, until)) && (after === null || from?.isEmpty === true);
  do {
    const { jobs, next } = await store.list(tenant, { ...page, after: after ?? undefined, now: now() });
    // Canceled jobs stay in the list after they were erased.
    const left = jobs.filter(({ status }) => status !== 'canceled');
    isEmpty &&= left.length === 0;
    let deleted = 0;
    for (; deleted < left.length && now() < until; deleted += atOnce)
      await Promise.all(left.slice(deleted, deleted + atOnce).map(({ id }) => deleteJob(tenant, id)));
    // The next run reads this page again.
    if (deleted < left.length) break;
    after = next;
  } while (after && now() < until);
  // Removes objects after the jobs, so that jobs that read these objects end as canceled and not as failed.
  for (const prefix of [uploadPrefix(tenant), tenantWorkPrefix(tenant)]) await audio.removeAll(prefix);
  return { isEmpty, after };
};
