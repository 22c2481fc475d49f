import { formatUsd } from '#lib/domain/money.ts';
import { assigning, type Table, type Write } from '#lib/platform/aws/table.ts';
import { ttlAt } from '#lib/platform/durations.ts';
import { AppError } from '#lib/platform/errors.ts';
import { closeSet, removeMember } from '#lib/platform/limits/id-set.ts';
import { organizationsOf, projectsOf } from '#lib/platform/limits/id-sets.ts';
import { log } from '#lib/platform/log.ts';
import { type Actor, audited } from './audit-log.ts';
import { readMembers } from './members/list.ts';
import { type Membership, membershipKey, type Organization, organizationKey } from './organization.ts';
import { findOrganization } from './organization-repository.ts';
import { notFound } from './require.ts';

export type DeleteOrganizationDeps = {
  readonly table: Pick<Table, 'get' | 'query' | 'transact'>;
  /** Closes the checkout pages on which a person could still pay for the organization. */
  readonly expireCheckouts: (organizationId: string) => Promise<void>;
  /** The write that ends its automatic top-up, refused while a purchase is under way. */
  readonly endTopUp: (organizationId: string) => Write;
  /** The micro-dollars by which its balance is below zero, in deployments where it can be paid. */
  readonly debtOf: (organizationId: string) => Promise<number>;
  /** Whether the payment provider would continue to charge the organization. */
  readonly isSubscribed: (organizationId: string) => Promise<boolean>;
  readonly now: () => Date;
};

// A transaction of DynamoDB has at most 100 writes.
const maxMembers = 90;

const refusal = (message: string) => new AppError('invalid_state', message);
const hasProjects = () => refusal('The organization still has projects. Delete them first.');
const isBuying = () =>
  refusal('A purchase by automatic top-up is under way. Delete the organization again in a few minutes.');
const isPaying = () => refusal('The organization has a subscription. End it on its billing page first.');
const owes = (microUsd: number) =>
  refusal(`The organization owes ${formatUsd(microUsd)} US dollars. Buy credit on its billing page first.`);
const hasManyMembers = () =>
  refusal(`The organization has more than ${maxMembers} members. Remove some first.`);

const endMembership =
  (now: Date) =>
  (member: Membership): Write => ({
    update: {
      key: membershipKey(member),
      ...assigning({ removedAt: now.toISOString(), ttl: ttlAt(now) }),
      where: 'attribute_exists(pk)',
    },
  });

type Ending = { readonly actor: Actor; readonly now: Date; readonly topUpEnded: Write };

const ended = (
  organization: Organization,
  members: readonly Membership[],
  { actor, now, topUpEnded }: Ending,
): Write[] => {
  const { id, name, founder } = organization;
  return [
    {
      update: {
        key: organizationKey(id),
        ...assigning({ deletedAt: now.toISOString() }),
        where: 'attribute_not_exists(deletedAt)',
      },
    },
    { update: closeSet(projectsOf(id), [], now) },
    topUpEnded,
    ...members.map(endMembership(now)),
    // The founder may create another one in its place.
    { update: removeMember(organizationsOf(founder), id) },
    audited({ organizationId: id, actor, now, action: 'organization.deleted', target: { id, name } }),
  ];
};

/** The error for a refused transaction, chosen by the first write in `ended` that was refused. */
const refusalOf = ([organization, projects]: readonly { readonly refused: boolean }[]): AppError => {
  if (organization?.refused) return notFound();
  return projects?.refused ? hasProjects() : isBuying();
};

/**
 * Deletes an organization without projects, debt and subscriptions, for all its members. Payments, charges, the
 * remaining credit and the audit log stay in the table for the operator. Throws `not_found` and `invalid_state`.
 */
export const deleteOrganization = async (
  { table, expireCheckouts, debtOf, isSubscribed, endTopUp, now }: DeleteOrganizationDeps,
  { organizationId }: { readonly organizationId: string },
  actor: Actor,
): Promise<void> => {
  const [organization, members] = await Promise.all([
    findOrganization(table, organizationId),
    readMembers(table, organizationId),
  ]);
  if (!organization) throw notFound();
  if (members.length > maxMembers) throw hasManyMembers();
  const debt = await debtOf(organizationId);
  if (debt > 0) throw owes(debt);
  await expireCheckouts(organizationId);
  // Checked only now, because a checkout page may have been paid a moment before.
  if (await isSubscribed(organizationId)) throw isPaying();
  const at = now();
  const topUpEnded = endTopUp(organizationId);
  const outcome = await table.transact(ended(organization, members, { actor, now: at, topUpEnded }));
  if (!outcome.done) throw refusalOf(outcome.reasons);
  // Ends the memberships of members who joined between the read and the transaction. After it, joining is refused.
  const late = await readMembers(table, organizationId);
  if (late.length > 0) await table.transact(late.map(endMembership(at)));
  log.info('organization.deleted', { organization_id: organizationId });
};
