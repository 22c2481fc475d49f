import * as contracts from '#lib/domain/files/contracts.ts';
import { createFile, type CreateFileDeps } from '#lib/domain/files/create-file.ts';
import { registerFile } from '#lib/domain/files/file-repository.ts';
import { lateBytesRecorder } from '#lib/domain/uploads/late-bytes.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveAudio } from '../../deps/buckets.ts';
import { liveSources } from '../../deps/sources.ts';
import { liveUploadRecorder } from '../../deps/uploads.ts';
import { apiKeyCreateRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<Omit<CreateFileDeps, 'newId'>>) =>
  apiKeyCreateRoute(
    { authenticate, contract: contracts.createFile },
    async ({ caller, route, body, bodyFingerprint, idempotencyKey }) => {
      const newId = () => idFor('file', { owner: caller.tenant, route, key: idempotencyKey });
      return createFile({ ...deps, newId }, caller, { body, bodyFingerprint });
    },
  );

const route = liveKeyRoute();
const audio = liveAudio();
export const handler = createHandler({
  ...route,
  ...liveSources(route.table),
  recordUpload: liveUploadRecorder(route.table, audio),
  recordLateBytes: lateBytesRecorder({ table: route.table, bucket: audio }),
  register: (file, at) => registerFile(route.table, file, at),
});
