import { hasExpired, keyItemKey, type KeyRecord } from '#lib/domain/auth/key-record.ts';
import { type Actor, audited } from '#lib/domain/organizations/audit-log.ts';
import { stillHasRight } from '#lib/domain/organizations/still-has-right.ts';
import type { Table, Write } from '#lib/platform/aws/table.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import { closeSet, isClosed } from '#lib/platform/limits/id-set.ts';
import { type Mode, modes } from '#lib/platform/tenant.ts';
import {
  keyList,
  usableKeysOf,
  removeUsableKey,
  usableKeyIds,
  ProjectKey,
  projectKeyKey,
  type ProjectKeyRef,
  addUsableKey,
} from './project-key.ts';

export type PutKeyOutcome =
  | { readonly kind: 'kept' }
  | { readonly kind: 'exists'; readonly key: ProjectKey }
  /** The project was deleted in the meantime. */
  | { readonly kind: 'closed' }
  /** Its creator has left the organization or lost the right. */
  | { readonly kind: 'not_allowed' }
  /** The project has the maximum number of usable keys. */
  | { readonly kind: 'too_many' };

const isNew = 'attribute_not_exists(pk)';
const exists = 'attribute_exists(pk)';

type KeyTable = Pick<Table, 'get' | 'transact' | 'update'>;
/** A new key, with the time at which other keys must be usable to keep their places. */
type NewKey = { readonly key: ProjectKey; readonly now: Date };

/**
 * Stores a key among those of its project, in one transaction with `more`. It may take the place of a key that can no
 * longer be used.
 */
const list = async (table: KeyTable, { key, now }: NewKey, more: readonly Write[]) => {
  const writes: Write[] = [
    { put: { ...key, ...projectKeyKey(key) }, where: isNew },
    { update: addUsableKey(key) },
    { put: { ...key, ...rowKey(keyList(key.projectId), key) }, where: isNew },
    ...more,
  ];
  const outcome = await table.transact(writes);
  if (outcome.done) return outcome;
  const [existing, places] = outcome.reasons;
  if (existing?.refused || !places?.refused || isClosed(places.item)) return outcome;
  const holders = usableKeyIds(places.item).map((id) => ({ projectId: key.projectId, id }));
  return (await removeUnusable(table, holders, now)) ? table.transact(writes) : outcome;
};

/**
 * Adds a key that has an authentication record to the list of its project. From then on the project's organization pays
 * for its jobs. False if the key is already listed, or the project has the maximum number of usable keys.
 */
export const listExistingKey = async (
  table: KeyTable,
  added: NewKey,
  organizationId: string,
): Promise<boolean> => {
  const set = 'SET organizationId = :owner';
  const key = keyItemKey(added.key.keyId);
  const paid = { key, set, where: exists, values: { ':owner': organizationId } };
  return (await list(table, added, [{ update: paid }])).done;
};

/** Stores a key, its authentication record, its list row and its place among the usable keys, in one transaction. */
export const putKey = async (
  table: KeyTable,
  { key, now }: NewKey,
  record: KeyRecord & { readonly organizationId: string },
): Promise<PutKeyOutcome> => {
  const outcome = await list(table, { key, now }, [
    { put: { ...record, ...keyItemKey(record.keyId) }, where: isNew },
    audited({
      organizationId: record.organizationId,
      actor: key.createdBy,
      now: new Date(key.createdAt),
      action: 'api_key.created',
      target: { id: key.id, name: key.name },
    }),
    stillHasRight({ organizationId: record.organizationId, userId: key.createdBy.id }, 'build'),
  ]);
  if (outcome.done) return { kind: 'kept' };
  const [existing, places] = outcome.reasons;
  if (existing?.refused) return { kind: 'exists', key: ProjectKey.parse(existing.item) };
  if (outcome.reasons.at(-1)?.refused) return { kind: 'not_allowed' };
  if (isClosed(places?.item)) return { kind: 'closed' };
  return { kind: 'too_many' };
};

/**
 * Removes keys that can no longer be used from the set of usable ones: expired keys, and keys that an operator marked
 * as revoked, after a restore or to stop a customer. Returns whether there were any.
 */
const removeUnusable = async (
  table: Pick<Table, 'get' | 'update'>,
  refs: readonly ProjectKeyRef[],
  now: Date,
): Promise<boolean> => {
  const keys = await Promise.all(refs.map((ref) => findKey(table, ref)));
  const isUnusable = (key: ProjectKey): boolean => key.revokedAt !== undefined || hasExpired(key, now);
  const unusable = keys.flatMap((key) => (key && isUnusable(key) ? [key] : []));
  for (const key of unusable) await table.update(removeUsableKey(key));
  return unusable.length > 0;
};

/** Finds a key, even one that was revoked or has expired. Undefined if there is none. */
export const findKey = async (
  table: Pick<Table, 'get'>,
  ref: ProjectKeyRef,
): Promise<ProjectKey | undefined> => {
  const item = await table.get(projectKeyKey(ref));
  return item && ProjectKey.parse(item);
};

type Revocation = { readonly organizationId: string; readonly actor: Actor; readonly now: Date };

const isUnrevoked = `${exists} AND attribute_not_exists(revokedAt)`;

/**
 * The writes that mark every copy of a key as revoked, including copies that an operator has already marked. `where` is
 * a condition on the key's item.
 */
const revoked = (key: ProjectKey, now: Date, where = exists): Write[] => {
  const set = 'SET revokedAt = if_not_exists(revokedAt, :now)';
  const values = { ':now': now.toISOString() };
  const copies = [keyItemKey(key.keyId), rowKey(keyList(key.projectId), key)];
  return [
    { update: { key: projectKeyKey(key), set, where, values } },
    ...copies.map((copy) => ({ update: { key: copy, set, where: exists, values } })),
  ];
};

/**
 * The writes that revoke all usable keys of a project and prevent new ones. They are refused if a key was created or
 * revoked in the meantime.
 */
export const closeKeys = async (
  table: Pick<Table, 'get'>,
  projectId: string,
  now: Date,
): Promise<readonly Write[]> => {
  const ofMode = async (mode: Mode): Promise<Write[]> => {
    const set = usableKeysOf({ projectId, mode });
    const ids = usableKeyIds(await table.get(set.key));
    const keys = await Promise.all(ids.map((id) => findKey(table, { projectId, id })));
    return [{ update: closeSet(set, ids, now) }, ...keys.flatMap((key) => (key ? revoked(key, now) : []))];
  };
  return (await Promise.all(modes.map(ofMode))).flat();
};

/** Marks every copy of the key as revoked and frees its place. False if the key was already marked. */
export const markRevoked = async (
  table: Pick<Table, 'transact'>,
  key: ProjectKey,
  { now, ...by }: Revocation,
): Promise<boolean> => {
  const place = { update: removeUsableKey(key) };
  const { done } = await table.transact([
    ...revoked(key, now, isUnrevoked),
    place,
    audited({ ...by, now, action: 'api_key.revoked', target: { id: key.id, name: key.name } }),
  ]);
  // A key that an operator marked again after a restore still has its place.
  if (!done) await table.transact([...revoked(key, now), place]);
  return done;
};
