import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { openBucket } from '#lib/platform/aws/bucket.ts';
import { dynamodb, s3 } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import * as contracts from '#lib/domain/files/contracts.ts';
import { createFile } from '#lib/domain/files/create-file.ts';
import type { RegisteredFile } from '#lib/domain/files/file.ts';
import { findFile, registerFile } from '#lib/domain/files/store.ts';
import { createEndpoint } from '#lib/platform/http/endpoint.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { limitsVariable } from '#lib/platform/limits/limits.ts';
import { uploadRecorder } from '#lib/domain/uploads/record-upload.ts';
import { findUpload } from '#lib/domain/uploads/store.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

const config = readConfig({ TABLE_NAME: text, AUDIO_BUCKET: text, LIMITS: limitsVariable });
const now = () => new Date();
const table = openTable(dynamodb(), config.TABLE_NAME);
const deps = {
  findUpload: (tenant: Tenant, id: string) => findUpload(table, { tenant, id }),
  recordUpload: uploadRecorder({ table, bucket: openBucket(s3(), config.AUDIO_BUCKET), now }),
  register: (file: RegisteredFile, at: Date) => registerFile(table, file, at),
  findFile: (tenant: Tenant, id: string) => findFile(table, { tenant, id }),
  now,
};

export const handler = createEndpoint(
  { authenticate: authenticator(table, config.LIMITS), contract: contracts.createFile },
  async ({ caller, route, ...input }) => {
    const newId = () => idFor('file', { owner: caller.tenant, route, key: input.idempotencyKey });
    return createFile({ ...deps, newId }, caller, input);
  },
);
