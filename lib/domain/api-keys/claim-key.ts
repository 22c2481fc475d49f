import { KeyRecord, keyItemKey } from '#lib/domain/auth/key-record.ts';
import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { listExistingKey } from './key-repository.ts';

/**
 * Lists a key that no person created in its project, as created by this one, who can then see and revoke it and whose
 * organization pays its jobs. `keyId` is the public part of its text. False if it is listed already.
 */
export const claimKey = async (
  table: Pick<Table, 'get' | 'transact'>,
  { id, email }: User,
  { keyId, organizationId }: { readonly keyId: string; readonly organizationId: string },
): Promise<boolean> => {
  const { projectId, mode, createdAt } = KeyRecord.parse(await table.get(keyItemKey(keyId)));
  const listed = { id: derivedId('key', [keyId]), name: 'First key', createdBy: { id, email } };
  const key = { ...listed, projectId, keyId, mode, createdAt, fingerprint: '' };
  return listExistingKey(table, key, organizationId);
};
