import type { Actor } from '#lib/domain/organizations/audit-log.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import { log } from '#lib/platform/log.ts';
import type { ProjectKeyRef } from './project-key.ts';
import { findKey, markRevoked } from './key-repository.ts';

export type RevokeKeyDeps = { readonly table: Pick<Table, 'get' | 'transact'>; readonly now: () => Date };

/** Revokes a key of the project: the next request with it is refused. Repeating it has no effect. */
export const revokeKey = async (
  { table, now }: RevokeKeyDeps,
  ref: ProjectKeyRef,
  by: { readonly organizationId: string; readonly actor: Actor },
): Promise<void> => {
  const key = isId('key', ref.id) ? await findKey(table, ref) : undefined;
  if (!key) throw new AppError('not_found', 'There is no API key with this id in your project.');
  if (await markRevoked(table, key, { ...by, now: now() }))
    log.info('key.revoked', { api_key_id: key.id, key_id: key.keyId });
};
