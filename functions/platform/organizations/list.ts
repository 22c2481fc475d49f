import * as contracts from '#lib/domain/organizations/contracts.ts';
import { listOrganizations } from '#lib/domain/organizations/list.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveTable } from '../../deps/table.ts';
import { type ConsoleAccess, sessionRoute } from '../../http/session.ts';

type Deps = {
  readonly access: ConsoleAccess;
  readonly table: Table;
};

export const createHandler = ({ access, table }: Deps) => {
  return sessionRoute({ access, contract: contracts.listOrganizations }, async ({ user, query }) => {
    return listOrganizations(table, user, query);
  });
};

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table), table });
