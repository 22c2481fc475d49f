import * as z from 'zod';
import type { Caller } from '#lib/domain/auth/caller.ts';
import { assertSameBody, type Created } from '#lib/platform/idempotency.ts';
import { clientReferenceId, metadata } from '#lib/domain/labels.ts';
import { isId } from '#lib/platform/ids.ts';
import { fileName } from '#lib/platform/text.ts';
import { arrivedUpload, type ArrivedUploadDeps } from '#lib/domain/uploads/arrived-upload.ts';
import type { RecordLateBytes } from '#lib/domain/uploads/late-bytes.ts';
import { uploadRefusal } from '#lib/domain/uploads/refusal.ts';
import { uploadKeptMs } from '#lib/domain/uploads/upload.ts';
import { uploadIdField } from '#lib/domain/uploads/upload-id.ts';
import type { FindFile, RegisteredFile } from './file.ts';
import { type FileView, viewFile } from './file-view.ts';
import type { RegisterOutcome } from './file-repository.ts';
import { later } from '#lib/platform/durations.ts';

/** Body of POST /v1/files. */
export const NewFile = z
  .strictObject({
    upload_id: uploadIdField,
    name: fileName.optional().meta({ description: 'A name for people, shown as sent.' }),
    client_reference_id: clientReferenceId,
    metadata,
  })
  .meta({ id: 'NewFile', description: 'An upload for use by many jobs.' });
export type NewFile = z.infer<typeof NewFile>;

export type CreateFileDeps = ArrivedUploadDeps & {
  readonly recordLateBytes: RecordLateBytes;
  readonly register: (file: RegisteredFile, now: Date) => Promise<RegisterOutcome>;
  readonly findFile: FindFile;
  readonly now: () => Date;
  readonly newId: () => string;
};

/** Turns an upload of the caller's project into a file and consumes it. A replay under the same key returns the same file. */
export const createFile = async (
  deps: CreateFileDeps,
  caller: Caller,
  input: { readonly body: NewFile; readonly bodyFingerprint: string },
): Promise<Created<FileView>> => {
  const { tenant } = caller;
  const now = deps.now();
  const id = deps.newId();
  const replayed = (file: RegisteredFile) => {
    assertSameBody(file.fingerprint, input.bodyFingerprint);
    return { value: viewFile(file), replayed: true };
  };
  const { upload_id: uploadId, name = null } = input.body;
  if (!isId('upl', uploadId)) throw uploadRefusal(undefined, now);
  const arrived = await arrivedUpload(deps, tenant, uploadId);
  // A file keeps its bytes for a day, so the event of a second POST is not waited for.
  const isLate =
    arrived?.status === 'uploaded' &&
    arrived.eTag !== undefined &&
    (await deps.recordLateBytes({ tenant, id: uploadId }, { eTag: arrived.eTag }));
  const upload = isLate ? await deps.findUpload(tenant, uploadId) : arrived;
  const { eTag, bytes, uploadedAt } = upload ?? {};
  if (
    upload?.status !== 'uploaded' ||
    eTag === undefined ||
    bytes === undefined ||
    uploadedAt === undefined
  ) {
    const existing = await deps.findFile(tenant, id);
    if (existing) return replayed(existing);
    throw uploadRefusal(upload, now);
  }
  const file: RegisteredFile = {
    tenant,
    id,
    uploadId,
    eTag,
    bytes,
    name,
    fingerprint: input.bodyFingerprint,
    clientReferenceId: input.body.client_reference_id,
    metadata: input.body.metadata,
    contentType: upload.contentType,
    createdAt: now.toISOString(),
    expiresAt: later(uploadedAt, uploadKeptMs).toISOString(),
  };
  const outcome = await deps.register(file, now);
  if (outcome.kind === 'exists') return replayed(outcome.file);
  if (outcome.kind === 'upload_refused') {
    // Other bytes arrived meanwhile. The latest count.
    if (outcome.upload?.status === 'uploaded' && outcome.upload.eTag !== eTag)
      return createFile(deps, caller, input);
    throw uploadRefusal(outcome.upload, now);
  }
  return { value: viewFile(file), replayed: false };
};
