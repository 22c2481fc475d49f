import * as contracts from '#lib/domain/files/contracts.ts';
import { deleteFile, type DeleteFileDeps } from '#lib/domain/files/delete-file.ts';
import { expireFile } from '#lib/domain/files/file-repository.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveAudio } from '../../deps/buckets.ts';
import { liveFindFile } from '../../deps/sources.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<DeleteFileDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.deleteFile }, async ({ caller, params }) =>
    deleteFile(deps, caller, params.file_id),
  );

const route = liveKeyRoute();
export const handler = createHandler({
  ...route,
  findFile: liveFindFile(route.table),
  expireFile: (tenant, id, at) => expireFile(route.table, { tenant, id }, at),
  audio: liveAudio(),
});
