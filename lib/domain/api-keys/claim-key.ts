import { KeyRecord, keyItemKey } from '#lib/domain/auth/key-record.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { listExistingKey } from './key-repository.ts';
import type { ProjectKey } from './project-key.ts';

type ClaimKeyDeps = {
  readonly table: Pick<Table, 'get' | 'transact' | 'update'>;
  readonly now: () => Date;
};

/**
 * Lists a key that no person created in its project. Members of the project can then see and revoke it, and the organization
 * of the project pays for its jobs. `keyId` is the public part of the key. Takes the place of a key that can no longer be
 * used. False if the key is already listed, or if the project has no room for another key.
 */
export const claimKey = async (
  { table, now }: ClaimKeyDeps,
  { id, email }: ProjectKey['createdBy'],
  { keyId, organizationId, name }: Pick<ProjectKey, 'keyId' | 'name'> & { readonly organizationId: string },
): Promise<boolean> => {
  const { projectId, mode, createdAt } = KeyRecord.parse(await table.get(keyItemKey(keyId)));
  const listed = { id: derivedId('key', [keyId]), name, createdBy: { id, email } };
  const key = { ...listed, projectId, keyId, mode, createdAt, fingerprint: '' };
  return listExistingKey(table, { key, now: now() }, organizationId);
};
