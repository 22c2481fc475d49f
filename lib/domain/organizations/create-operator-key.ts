import { createApiKey } from '#lib/domain/auth/create-api-key.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import type { Mode } from '#lib/platform/tenant.ts';
import { findProject } from './organization-repository.ts';

type Deps = { readonly table: Pick<Table, 'get' | 'putNew'>; readonly now: () => Date };

/** Creates a key without a person. Its jobs are paid by the organization of the project, if that has one. Returns its text. */
export const createOperatorKey = async (
  deps: Deps,
  input: { readonly projectId: string; readonly mode: Mode },
): Promise<string> => {
  const project = await findProject(deps.table, input.projectId);
  return createApiKey(deps, { ...input, ...(project && { organizationId: project.organizationId }) });
};
