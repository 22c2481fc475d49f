import { claimKey } from '#lib/domain/api-keys/claim-key.ts';
import { maxUsableKeys } from '#lib/domain/api-keys/project-key.ts';
import { parseKey } from '#lib/domain/auth/api-key.ts';
import { createApiKey } from '#lib/domain/auth/create-api-key.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import type { Mode } from '#lib/platform/tenant.ts';
import { Project, projectKey } from './organization.ts';

type Deps = {
  readonly table: Pick<Table, 'get' | 'putNew' | 'transact' | 'update'>;
  readonly now: () => Date;
};

const operator = { id: 'operator', email: 'operator' };

/**
 * Creates a key that belongs to no person, and returns its text. If the project has an organization, that organization
 * pays for the key's jobs. The key is then listed, so that owners can revoke it, and deleting the project ends it. If
 * the project has no room for another key, the text is not returned, so the key cannot be used.
 */
export const createOperatorKey = async (
  deps: Deps,
  input: { readonly projectId: string; readonly mode: Mode },
): Promise<string> => {
  const item = await deps.table.get(projectKey(input.projectId));
  const { organizationId, deletedAt } = item ? Project.parse(item) : {};
  if (deletedAt !== undefined) throw new Error('This project was deleted.');
  const key = await createApiKey(deps, input);
  if (organizationId === undefined) return key;
  const listed = { keyId: parseKey(key)?.id ?? '', organizationId, name: 'Key of the operator' };
  if (await claimKey(deps, operator, listed)) return key;
  throw new Error(
    `The project has ${maxUsableKeys} ${input.mode} keys, the maximum. Revoke one in the console.`,
  );
};
