import type { Table } from '#lib/platform/aws/table.ts';
import type { Mode } from '#lib/platform/tenant.ts';
import { formatKey, generateKey, hashSecret } from './api-key.ts';
import { keyItemKey, type KeyRecord } from './key-record.ts';

/** Creates a key of the project and returns its text, which cannot be read again. */
export const createApiKey = async (
  deps: { readonly table: Pick<Table, 'putNew'>; readonly now: () => Date },
  input: { readonly projectId: string; readonly mode: Mode },
): Promise<string> => {
  const key = generateKey(input.mode);
  const record: KeyRecord = {
    projectId: input.projectId,
    keyId: key.id,
    mode: key.mode,
    secretHash: hashSecret(key.secret),
    createdAt: deps.now().toISOString(),
  };
  const outcome = await deps.table.putNew({ ...record, ...keyItemKey(key.id) });
  if (!outcome.done) throw new Error('This key id is taken. Run the command again.');
  return formatKey(key);
};
