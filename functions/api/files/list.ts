import * as contracts from '#lib/domain/files/contracts.ts';
import { listFiles, type ListFilesDeps } from '#lib/domain/files/list-files.ts';
import * as store from '#lib/domain/files/file-repository.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { now } from '../../deps/clock.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<ListFilesDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.listFiles }, async ({ caller, query }) =>
    listFiles(deps, caller, query),
  );

const table = liveTable();
export const handler = createHandler({
  authenticate: liveAuthenticate(table),
  listFiles: (tenant, page) => store.listFiles(table, tenant, page),
  now,
});
