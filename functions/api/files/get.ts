import * as contracts from '#lib/domain/files/contracts.ts';
import { getFile, type GetFileDeps } from '#lib/domain/files/get-file.ts';
import { findFile } from '#lib/domain/files/file-repository.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { now } from '../../deps/clock.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<GetFileDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.getFile }, async ({ caller, params }) =>
    getFile(deps, caller, params.file_id),
  );

const table = liveTable();
export const handler = createHandler({
  authenticate: liveAuthenticate(table),
  findFile: (tenant, id) => findFile(table, { tenant, id }),
  now,
});
