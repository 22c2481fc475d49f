import { parseKey } from '#lib/domain/auth/api-key.ts';
import { createApiKey } from '#lib/domain/auth/create-api-key.ts';
import { keyItemKey } from '#lib/domain/auth/key-record.ts';
import { assigning, type Table } from '#lib/platform/aws/table.ts';
import type { Mode } from '#lib/platform/tenant.ts';

type Deps = { readonly table: Pick<Table, 'putNew' | 'update'>; readonly now: () => Date };
type Input = { readonly projectId: string; readonly organizationId: string; readonly mode: Mode };

/** A key of a project, in no list, whose jobs the organization pays. */
export const aPaidKey = async (deps: Deps, { organizationId, ...input }: Input): Promise<string> => {
  const key = await createApiKey(deps, input);
  await deps.table.update({ key: keyItemKey(parseKey(key)?.id ?? ''), ...assigning({ organizationId }) });
  return key;
};
