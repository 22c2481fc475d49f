import { formatUsd } from '#lib/domain/money.ts';
import { assigning, type Condition, type Table, type Write } from '#lib/platform/aws/table.ts';
import { ttlAt } from '#lib/platform/durations.ts';
import { AppError } from '#lib/platform/errors.ts';
import { closeSet, removeMember } from '#lib/platform/limits/id-set.ts';
import { organizationsOf, projectsOf } from '#lib/platform/limits/id-sets.ts';
import { log } from '#lib/platform/log.ts';
import { type Actor, audited } from './audit-log.ts';
import { type Invitation, markRevoked } from './members/invitation.ts';
import { readInvitations, readMembers } from './members/list.ts';
import {
  type MemberRef,
  type Membership,
  membershipKey,
  type Organization,
  organizationKey,
} from './organization.ts';
import { findOrganization } from './organization-repository.ts';
import { notFound } from './require.ts';
import { havingRight } from './still-has-right.ts';

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

/** The most members and open invitations together. A transaction of DynamoDB has at most 100 writes. */
const maxPeople = 90;

const refusal = (message: string) => new AppError('invalid_state', message);
const projectsRemain = () => refusal('The organization still has projects. Delete them first.');
const purchaseUnderWay = () =>
  refusal('A purchase by automatic top-up is under way. Delete the organization again in a few minutes.');
const subscriptionRemains = () =>
  refusal('The organization has a subscription. End it on its billing page first.');
const debtRemains = (microUsd: number) =>
  refusal(`The organization owes ${formatUsd(microUsd)} US dollars. Buy credit on its billing page first.`);
const tooManyPeople = () =>
  refusal(`The organization has more than ${maxPeople} members and open invitations. Remove some first.`);

const endMembership = (
  member: MemberRef,
  now: Date,
  { where, names, values }: Condition = { where: 'attribute_exists(pk)' },
): Write => {
  const change = assigning({ removedAt: now.toISOString(), ttl: ttlAt(now) });
  return {
    update: {
      key: membershipKey(member),
      set: change.set,
      where,
      names: { ...change.names, ...names },
      values: { ...change.values, ...values },
    },
  };
};

/** The members of an organization, and its open invitations. */
type People = { readonly members: readonly Membership[]; readonly invitations: readonly Invitation[] };

const readPeople = async (table: Pick<Table, 'get' | 'query'>, organizationId: string): Promise<People> => {
  const members = await readMembers(table, organizationId);
  return { members, invitations: await readInvitations(table, organizationId, members) };
};

const endOthers = ({ members, invitations }: People, now: Date, actorId?: string): Write[] => [
  ...members.filter(({ userId }) => userId !== actorId).map((member) => endMembership(member, now)),
  ...invitations.map((invitation) => markRevoked(invitation, now)),
];

type Ending = { readonly actor: Actor; readonly now: Date; readonly topUpEnded: Write };

const ended = (organization: Organization, people: People, { actor, now, topUpEnded }: Ending): Write[] => {
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
    // Another owner may have removed the actor since the request was authorized.
    endMembership({ organizationId: id, userId: actor.id }, now, havingRight('manage')),
    ...endOthers(people, now, actor.id),
    // The founder may create another one in its place.
    { update: removeMember(organizationsOf(founder), id) },
    audited({ organizationId: id, actor, now, action: 'organization.deleted', target: { id, name } }),
  ];
};

/** The error for a refused transaction, chosen by the first write in `ended` that was refused. */
const refusalOf = ([organization, projects, topUp]: readonly { readonly refused: boolean }[]): AppError => {
  if (organization?.refused) return notFound();
  if (projects?.refused) return projectsRemain();
  return topUp?.refused ? purchaseUnderWay() : notFound();
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
  const [organization, people] = await Promise.all([
    findOrganization(table, organizationId),
    readPeople(table, organizationId),
  ]);
  if (!organization) throw notFound();
  if (people.members.length + people.invitations.length > maxPeople) throw tooManyPeople();
  const debt = await debtOf(organizationId);
  if (debt > 0) throw debtRemains(debt);
  await expireCheckouts(organizationId);
  // Checked only now, because a checkout page may have been paid a moment before.
  if (await isSubscribed(organizationId)) throw subscriptionRemains();
  const at = now();
  const topUpEnded = endTopUp(organizationId);
  const outcome = await table.transact(ended(organization, people, { actor, now: at, topUpEnded }));
  if (!outcome.done) throw refusalOf(outcome.reasons);
  // Ends what was added between the read and the transaction: members who joined, and invitations. After it, joining is refused.
  const late = endOthers(await readPeople(table, organizationId), at);
  if (late.length > 0) await table.transact(late);
  log.info('organization.deleted', { organization_id: organizationId });
};
