import * as contracts from '#lib/domain/files/contracts.ts';
import { listFiles, type ListFilesDeps } from '#lib/domain/files/list-files.ts';
import * as store from '#lib/domain/files/file-repository.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<ListFilesDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.listFiles }, async ({ caller, query }) =>
    listFiles(deps, caller, query),
  );

const route = liveKeyRoute();
export const handler = createHandler({
  ...route,
  listFiles: (tenant, page) => store.listFiles(route.table, tenant, page),
});
