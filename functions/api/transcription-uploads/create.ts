import * as contracts from '#lib/domain/uploads/contracts.ts';
import { createUpload, type CreateUploadDeps } from '#lib/domain/uploads/create-upload.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveUploads } from '../../deps/uploads.ts';
import { apiKeyCreateRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<Omit<CreateUploadDeps, 'newId'>>) =>
  apiKeyCreateRoute(
    { authenticate, contract: contracts.createUpload },
    async ({ caller, route, body, bodyFingerprint, idempotencyKey }) => {
      const newId = () => idFor('upl', { owner: caller.tenant, route, key: idempotencyKey });
      return createUpload({ ...deps, newId }, caller, { body, bodyFingerprint });
    },
  );

export const handler = createHandler({ ...liveKeyRoute(), ...liveUploads() });
