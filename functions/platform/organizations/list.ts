import * as contracts from '#lib/domain/organizations/contracts.ts';
import { listOrganizations } from '#lib/domain/organizations/list.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, table }: SessionRouteDeps) =>
  sessionRoute({ access, contract: contracts.listOrganizations }, async ({ user, query }) =>
    listOrganizations(table, user, query),
  );

export const handler = createHandler(liveSessionRoute());
