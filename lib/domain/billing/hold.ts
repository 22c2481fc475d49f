import { arrivedUpload, type ArrivedUploadDeps } from '#lib/domain/uploads/arrived-upload.ts';
import type { Upload } from '#lib/domain/uploads/upload.ts';
import type { Change, Write } from '#lib/platform/aws/table.ts';
import { modeOf, type Owner, type Tenant } from '#lib/platform/tenant.ts';
import type { Account } from './balance.ts';
import { creditsKey, spentKey } from './keys.ts';
import { type AudioBytes, highestPrice } from './highest-price.ts';

/*
 * With prepayment a job holds money from its creation to its end, so that parallel jobs cannot overspend. One item counts
 * the holds taken: its `unheldMicroUsd` is the credit less all of them, and every hold is conditional on it. The 16 items of
 * charges count the holds released, so that jobs that end together do not contend for one item.
 *
 * The free amount is unheld - (spent - released). The difference in brackets never grows, since no job is charged more than
 * it releases. A condition on an older value may therefore refuse a hold that has become affordable, but never grants one
 * that is not. Jobs created before prepayment was enabled and realtime sessions are the exception: they hold nothing. The
 * live sessions of an organization are counted together (`lib/domain/realtime/allowance.ts`).
 */

/** Charges less released holds: usually zero or negative. */
export const owedOf = ({ spentMicroUsd, releasedMicroUsd }: Account): number =>
  spentMicroUsd - releasedMicroUsd;

/** The credit that no job holds. */
export const freeOf = (account: Account): number => account.unheldMicroUsd - owedOf(account);

/** Whether any credit is free to hold. */
export const isFree = (account: Account): boolean => freeOf(account) > 0;

/** Holds `microUsd` if any credit is free. The last hold may exceed the free amount. */
export const takeHold = (organizationId: string, microUsd: number, owedMicroUsd: number): Change => ({
  key: creditsKey(organizationId),
  set: 'ADD unheldMicroUsd :taken',
  where: 'unheldMicroUsd > :owed',
  values: { ':taken': -microUsd, ':owed': owedMicroUsd },
});

/** Makes a hold only at the credit that was read. A payment raises `unheldMicroUsd`, which would raise the limit as well. */
export const holdWithinLimit = (hold: Change, { creditMicroUsd }: Account): Change => ({
  ...hold,
  where: `${hold.where} AND creditMicroUsd = :credit`,
  values: { ...hold.values, ':credit': creditMicroUsd },
});

type Holder = {
  readonly id: string;
  readonly organizationId: string | null;
  readonly heldMicroUsd: number | null;
};

/**
 * Releases `microUsd` of a job's hold, by default all of it. Part of the transaction that removes the hold from the
 * job.
 */
export const releaseHold = (job: Holder, microUsd = job.heldMicroUsd): Write[] => {
  if (job.organizationId === null || microUsd === null) return [];
  const set = 'ADD releasedMicroUsd :released';
  const values = { ':released': microUsd };
  return [{ update: { key: spentKey(job.organizationId, job.id), set, values } }];
};

type Created = Owner & {
  readonly uploadId: string | null;
  readonly fileId: string | null;
  readonly request: { readonly multichannel: boolean };
};

/** The amount that a new job must hold, in micro-dollars; null if it needs no credit. */
export type HoldFor = (job: Created) => Promise<number | null>;

type HoldDeps = ArrivedUploadDeps<AudioBytes & Pick<Upload, 'status'>> & {
  readonly prepaid: boolean;
  readonly findFile: (tenant: Tenant, fileId: string) => Promise<AudioBytes | undefined>;
};

/**
 * Null without prepayment, in test mode, and for projects without an organization. Costs one read, or none for a URL,
 * whose audio may have any length. Asks S3 if the event of the upload has not arrived, because the event may arrive
 * before the job is written.
 */
export const holdFor =
  ({ prepaid, findFile, ...uploads }: HoldDeps): HoldFor =>
  async ({ tenant, organizationId, uploadId, fileId, request }) => {
    if (!prepaid || organizationId === null || modeOf(tenant) === 'test') return null;
    if (uploadId !== null) return highestPrice(await arrivedUpload(uploads, tenant, uploadId), request);
    return highestPrice(fileId === null ? undefined : await findFile(tenant, fileId), request);
  };
