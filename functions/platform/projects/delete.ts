import { closeKeys } from '#lib/domain/api-keys/key-repository.ts';
import * as contracts from '#lib/domain/organizations/contracts.ts';
import { deleteProject } from '#lib/domain/organizations/delete-project.ts';
import { requireProject } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, table, ...deps }: SessionRouteDeps) => {
  const ofKeys = (projectId: string, at: Date) => closeKeys(table, projectId, at);
  return sessionRoute({ access, contract: contracts.deleteProject }, async ({ user, params }) => {
    const project = await requireProject(table, user, params.project_id);
    return deleteProject({ table, closeKeys: ofKeys, ...deps }, project, user);
  });
};

export const handler = createHandler(liveSessionRoute());
