import { playgroundCaller } from '#lib/domain/playground/caller.ts';
import * as contracts from '#lib/domain/playground/contracts.ts';
import { createUpload, type CreateUploadDeps } from '#lib/domain/uploads/create-upload.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveUploads } from '../../deps/uploads.ts';
import { sessionCreateRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<Omit<CreateUploadDeps, 'newId'>>) =>
  sessionCreateRoute(
    { access, contract: contracts.createUpload },
    async ({ user, params, query, route, body, bodyFingerprint, idempotencyKey }) => {
      const caller = await playgroundCaller(deps.table, user, { ...query, ...params });
      const newId = () => idFor('upl', { owner: caller.tenant, route, key: idempotencyKey });
      return createUpload({ ...deps, newId }, caller, { body, bodyFingerprint });
    },
  );

export const handler = createHandler({ ...liveSessionRoute(), ...liveUploads() });
