import * as contracts from '#lib/domain/files/contracts.ts';
import { getFile, type GetFileDeps } from '#lib/domain/files/get-file.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveFindFile } from '../../deps/sources.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<GetFileDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.getFile }, async ({ caller, params }) =>
    getFile(deps, caller, params.file_id),
  );

const route = liveKeyRoute();
export const handler = createHandler({
  ...route,
  findFile: liveFindFile(route.table),
});
