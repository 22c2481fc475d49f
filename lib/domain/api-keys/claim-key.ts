import { KeyRecord, keyItemKey } from '#lib/domain/auth/key-record.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { listExistingKey } from './key-repository.ts';
import type { ProjectKey } from './project-key.ts';

/**
 * Lists a key that no person created in its project, whose members can then see and revoke it, and whose organization pays
 * its jobs. `keyId` is the public part of its text. False if it is listed already, or has no place.
 */
export const claimKey = async (
  table: Pick<Table, 'get' | 'transact'>,
  { id, email }: ProjectKey['createdBy'],
  { keyId, organizationId, name }: Pick<ProjectKey, 'keyId' | 'name'> & { readonly organizationId: string },
): Promise<boolean> => {
  const { projectId, mode, createdAt } = KeyRecord.parse(await table.get(keyItemKey(keyId)));
  const listed = { id: derivedId('key', [keyId]), name, createdBy: { id, email } };
  const key = { ...listed, projectId, keyId, mode, createdAt, fingerprint: '' };
  return listExistingKey(table, key, organizationId);
};
