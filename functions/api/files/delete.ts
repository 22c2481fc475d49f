import * as contracts from '#lib/domain/files/contracts.ts';
import { deleteFile, type DeleteFileDeps } from '#lib/domain/files/delete-file.ts';
import { expireFile, findFile } from '#lib/domain/files/file-repository.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { liveAudio } from '../../deps/buckets.ts';
import { now } from '../../deps/clock.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<DeleteFileDeps>) =>
  apiKeyRoute({ authenticate, contract: contracts.deleteFile }, async ({ caller, params }) =>
    deleteFile(deps, caller, params.file_id),
  );

const table = liveTable();
export const handler = createHandler({
  authenticate: liveAuthenticate(table),
  findFile: (tenant, id) => findFile(table, { tenant, id }),
  expireFile: (tenant, id, at) => expireFile(table, { tenant, id }, at),
  audio: liveAudio(),
  now,
});
