import { authenticator } from '#lib/auth/authenticate.ts';
import { openBucket } from '#lib/aws/bucket.ts';
import { dynamodb, s3 } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import * as contracts from '#lib/files/contracts.ts';
import { deleteFile, type DeleteFileDeps } from '#lib/files/delete-file.ts';
import { expireFile, findFile } from '#lib/files/store.ts';
import { keyedEndpoint } from '#lib/http/endpoint.ts';
import { limitsVariable } from '#lib/limits/limits.ts';

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
