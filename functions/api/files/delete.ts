import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3 } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import * as contracts from '#lib/domain/files/contracts.ts';
import { deleteFile, type DeleteFileDeps } from '#lib/domain/files/delete-file.ts';
import { expireFile, findFile } from '#lib/domain/files/store.ts';
import { keyedEndpoint } from '#lib/platform/http/endpoint.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';

const config = readConfig({ TABLE_NAME: text, AUDIO_BUCKET: text, LIMITS: limitsVariable });
const table = openTable(dynamodb(), config.TABLE_NAME);
const deps: DeleteFileDeps = {
  findFile: (tenant, id) => findFile(table, { tenant, id }),
  expireFile: (tenant, id, now) => expireFile(table, { tenant, id }, now),
  audio: openBucket(s3(), config.AUDIO_BUCKET),
  now: () => new Date(),
};

export const handler = keyedEndpoint(
  { authenticate: authenticator(table, config.LIMITS), contract: contracts.deleteFile },
  async ({ caller, params }) => deleteFile(deps, caller, params.file_id),
);
