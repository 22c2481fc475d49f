import type { Change, Write } from '#lib/platform/aws/table.ts';
import { modeOf, type Tenant } from '#lib/platform/tenant.ts';
import type { Account } from './balance.ts';
import { creditsKey, spentKey } from './keys.ts';
import { type AudioBytes, highestPrice } from './highest-price.ts';

/*
 * With prepayment a job holds money from its creation to its end, so that jobs in parallel cannot spend more than there is.
 * One item counts the holds that were taken: its `unheldMicroUsd` is the credit less all of them, and every hold is taken
 * on a condition of it. The 16 items of charges count the holds that were given back, because jobs that end together must
 * not wait for each other. So what is free is unheld - (spent - released). The difference in brackets never grows, since
 * no job is charged more than it gives back. A condition on one that was read earlier may therefore refuse a hold for which
 * there is money by now, and never grants one for which there is none. The exception are jobs that were queued before
 * prepayment was switched on: they hold nothing.
 */

/** What the jobs of an organization cost, less every hold that was given back for them: below zero, as a rule. */
export const owedOf = ({ spentMicroUsd, releasedMicroUsd }: Account): number =>
  spentMicroUsd - releasedMicroUsd;

/** Whether any of the credit is free for another job to hold. */
export const isFree = (account: Account): boolean => account.unheldMicroUsd > owedOf(account);

/** Takes so much of what an organization has, if anything is free: the last hold may be more than is. */
export const takeHold = (organizationId: string, microUsd: number, owedMicroUsd: number): Change => ({
  key: creditsKey(organizationId),
  set: 'ADD unheldMicroUsd :taken',
  where: 'unheldMicroUsd > :owed',
  values: { ':taken': -microUsd, ':owed': owedMicroUsd },
});

type Holder = {
  readonly id: string;
  readonly organizationId: string | null;
  readonly heldMicroUsd: number | null;
};

/** Gives back `microUsd` of what a job holds, all of it unless told. Part of the transaction that takes it off the job. */
export const releaseHold = (job: Holder, microUsd = job.heldMicroUsd): Write[] => {
  if (job.organizationId === null || microUsd === null) return [];
  const set = 'ADD releasedMicroUsd :released';
  const values = { ':released': microUsd };
  return [{ update: { key: spentKey(job.organizationId, job.id), set, values } }];
};

type Created = {
  readonly tenant: Tenant;
  readonly organizationId: string | null;
  readonly uploadId: string | null;
  readonly fileId: string | null;
};

/** What a job is to hold from its creation, in micro-dollars; null for one that needs no credit. */
export type HoldFor = (job: Created) => Promise<number | null>;

type HoldDeps = {
  readonly prepaid: boolean;
  readonly findUpload: (tenant: Tenant, uploadId: string) => Promise<AudioBytes | undefined>;
  readonly findFile: (tenant: Tenant, fileId: string) => Promise<AudioBytes | undefined>;
};

/**
 * Without prepayment nobody needs credit; with it, all but jobs in test mode and those of projects that no organization
 * owns. One read, none for a URL, whose audio may be of any length.
 */
export const holdFor =
  ({ prepaid, findUpload, findFile }: HoldDeps): HoldFor =>
  async ({ tenant, organizationId, uploadId, fileId }) => {
    if (!prepaid || organizationId === null || modeOf(tenant) === 'test') return null;
    if (uploadId !== null) return highestPrice(await findUpload(tenant, uploadId));
    return highestPrice(fileId === null ? undefined : await findFile(tenant, fileId));
  };
