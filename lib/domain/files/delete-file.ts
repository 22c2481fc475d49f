import type { Caller } from '#lib/domain/auth/caller.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { isId } from '#lib/platform/ids.ts';
import { uploadHeadsKey, uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { fileRefusal, type FindFile } from './file.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

export type DeleteFileDeps = {
  readonly findFile: FindFile;
  readonly expireFile: (tenant: Tenant, id: string, now: Date) => Promise<void>;
  readonly audio: Pick<Bucket, 'remove'>;
  readonly now: () => Date;
};

/**
 * Erases a file of the caller's project. Jobs that have not read it yet fail. Repeating it has no effect. Throws
 * `not_found` for an id outside the project.
 */
export const deleteFile = async (deps: DeleteFileDeps, { tenant }: Caller, id: string): Promise<void> => {
  const file = isId('file', id) ? await deps.findFile(tenant, id) : undefined;
  if (!file) throw fileRefusal(undefined);
  await deps.expireFile(tenant, id, deps.now());
  // Also for an expired file, because an earlier deletion may have failed halfway.
  const upload = { tenant, id: file.uploadId };
  await deps.audio.remove([uploadKey(upload), uploadHeadsKey(upload, file.eTag)]);
};
