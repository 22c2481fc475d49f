import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import * as contracts from '#lib/domain/files/contracts.ts';
import { getFile, type GetFileDeps } from '#lib/domain/files/get-file.ts';
import { findFile } from '#lib/domain/files/file-repository.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { now } from '../../deps/clock.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute } from '../../http/api-key.ts';

type Deps = GetFileDeps & { readonly authenticate: Authenticate };

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.getFile }, async ({ caller, params }) =>
    getFile(deps, caller, params.file_id),
  );

const table = liveTable();
export const handler = createHandler({
  authenticate: liveAuthenticate(table),
  findFile: (tenant, id) => findFile(table, { tenant, id }),
  now,
});
