import type { Item, Key, Table } from '#lib/platform/aws/table.ts';
import { isId } from '#lib/platform/ids.ts';
import { type IdSet, takePlaceIn } from '#lib/platform/limits/id-set.ts';
import { organizationsOf, projectsOf } from '#lib/platform/limits/id-sets.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import {
  Membership,
  membershipKey,
  organizationList,
  Project,
  projectKey,
  projectList,
} from './organization.ts';

type Reader = Pick<Table, 'get'>;
type Writer = Pick<Table, 'transact'>;

/** What putting a thing came to: the one that was there instead, or that there are as many as there may be. */
export type PutOutcome<Thing> =
  | { readonly kind: 'put' }
  | { readonly kind: 'full' }
  | { readonly kind: 'exists'; readonly existing: Thing };

type Places = {
  readonly key: Key;
  readonly list: string;
  /** The ids of all such things of whoever has them. */
  readonly ids: IdSet;
  readonly max: number;
};

/** Puts a thing, its row in a list and its id among those of its owner, all or nothing. */
const putListed = async (
  table: Writer,
  thing: { readonly id: string; readonly createdAt: string },
  { key, list, ids, max }: Places,
): Promise<PutOutcome<Item | undefined>> => {
  const where = 'attribute_not_exists(pk)';
  const outcome = await table.transact([
    { put: { ...thing, ...key }, where },
    { put: { ...thing, ...rowKey(list, thing) }, where },
    { update: takePlaceIn(ids, thing.id, max) },
  ]);
  if (outcome.done) return { kind: 'put' };
  const [taken] = outcome.reasons;
  return taken?.refused ? { kind: 'exists', existing: taken.item } : { kind: 'full' };
};

/** Keeps the organization with its first member, who may have founded `max`. */
export const putOrganization = async (
  table: Writer,
  membership: Membership,
  max: number,
): Promise<PutOutcome<Membership>> => {
  const { userId } = membership;
  const places = { key: membershipKey(membership), list: organizationList(userId) };
  const outcome = await putListed(table, membership, { ...places, ids: organizationsOf(userId), max });
  return outcome.kind === 'exists' ? { ...outcome, existing: Membership.parse(outcome.existing) } : outcome;
};

export const findMembership = async (
  table: Reader,
  ref: { readonly id: string; readonly userId: string },
): Promise<Membership | undefined> => {
  const item = await table.get(membershipKey(ref));
  return item && Membership.parse(item);
};

/** Whether anybody is a member of it. */
export const organizationExists = async (table: Pick<Table, 'query'>, id: string): Promise<boolean> => {
  if (!isId('org', id)) return false;
  const where = 'pk = :id AND begins_with(sk, :member)';
  const members = await table.query({ where, values: { ':id': id, ':member': 'member/' }, limit: 1 });
  return members.items.length > 0;
};

/** Keeps the project, one of at most `max` of its organization. */
export const putProject = async (
  table: Writer,
  project: Project,
  max: number,
): Promise<PutOutcome<Project>> => {
  const { id, organizationId } = project;
  const places = { key: projectKey(id), list: projectList(organizationId) };
  const outcome = await putListed(table, project, { ...places, ids: projectsOf(organizationId), max });
  return outcome.kind === 'exists' ? { ...outcome, existing: Project.parse(outcome.existing) } : outcome;
};

export const findProject = async (table: Reader, id: string): Promise<Project | undefined> => {
  const item = await table.get(projectKey(id));
  return item && Project.parse(item);
};
