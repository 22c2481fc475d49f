import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { dynamodb, s3 } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { createEndpoint } from '#lib/platform/http/endpoint.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import * as contracts from '#lib/domain/uploads/contracts.ts';
import { createUpload } from '#lib/domain/uploads/create-upload.ts';
import { grantSigner } from '#lib/domain/uploads/sign-grant.ts';

const config = readConfig({ TABLE_NAME: text, AUDIO_BUCKET: text, LIMITS: limitsVariable });
const now = () => new Date();
export const table = openTable(dynamodb(), config.TABLE_NAME);
export const deps = {
  table,
  sign: grantSigner({ client: s3(), bucket: config.AUDIO_BUCKET, now }),
  now,
};

export const handler = createEndpoint(
  { authenticate: authenticator(table, config.LIMITS), contract: contracts.createUpload },
  async ({ caller, route, ...input }) => {
    const newId = () => idFor('upl', { owner: caller.tenant, route, key: input.idempotencyKey });
    return createUpload({ ...deps, newId }, caller, input);
  },
);
