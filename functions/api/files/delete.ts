import * as contracts from '#lib/domain/files/contracts.ts';
import { deleteFile, type DeleteFileDeps } from '#lib/domain/files/delete-file.ts';
import { expireFile, findFile } from '#lib/domain/files/file-repository.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveAudio } from '../../deps/buckets.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<DeleteFileDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.deleteFile }, async ({ caller, params }) =>
    deleteFile(deps, caller, params.file_id),
  );

const route = liveKeyRoute();
export const handler = createHandler({
  ...route,
  findFile: (tenant, id) => findFile(route.table, { tenant, id }),
  expireFile: (tenant, id, at) => expireFile(route.table, { tenant, id }, at),
  audio: liveAudio(),
});
