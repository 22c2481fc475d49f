import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Bucket, ByteRange, ObjectStream } from '#lib/platform/aws/bucket.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { withScratch } from '#lib/platform/scratch.ts';
import type { RegisteredFile } from '#lib/domain/files/file.ts';
import type { Upload } from '#lib/domain/uploads/upload.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import type { KeptPlan } from '#lib/speech/audio/parts/plan.ts';
import { type SourceCopy, withCopy } from './source-copy.ts';
import type { StoredAudio, Transcription } from './transcription.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

/**
 * The audio of a job. It has its size unless it was fetched from a URL, and the plan for cutting if it was planned when
 * it arrived.
 */
export type Source = StoredAudio & {
  readonly bytes?: number | undefined;
  readonly plan?: KeptPlan | undefined;
};

/** Undefined if the audio of the job is no longer known. */
export type FindSource = (job: Transcription) => Promise<Source | undefined>;

/**
 * Runs `use` while a local copy of stored audio is made. The copy is removed afterwards. Throws a `JobFailure` if the
 * audio is gone.
 */
export type CopySource = <T>(
  source: StoredAudio | undefined,
  use: (copy: SourceCopy) => Promise<T>,
) => Promise<T>;

export type SourceDeps = {
  readonly bucket: Pick<Bucket, 'stream'>;
  /** Undefined if there is no upload. Has no `eTag` if no bytes have arrived. */
  readonly findUpload: (
    tenant: Tenant,
    uploadId: string,
  ) => Promise<Pick<Upload, 'eTag' | 'bytes' | 'plan'> | undefined>;
  readonly findFile: (
    tenant: Tenant,
    fileId: string,
  ) => Promise<Pick<RegisteredFile, 'uploadId' | 'eTag' | 'bytes'> | undefined>;
};

type FindDeps = Pick<SourceDeps, 'findUpload' | 'findFile'>;

/** The object that the job was created from; undefined if it is no longer known. */
export const locateSource = async (deps: FindDeps, job: Transcription): Promise<Source | undefined> => {
  const { tenant, uploadId, fileId, fetched } = job;
  if (fetched) return fetched;
  const file = fileId === null ? undefined : await deps.findFile(tenant, fileId);
  const id = uploadId ?? file?.uploadId;
  if (id === undefined) return undefined;
  const { plan, ...upload } = (await deps.findUpload(tenant, id)) ?? {};
  const { eTag, bytes } = file ?? upload;
  if (eTag === undefined) return undefined;
  return { key: uploadKey({ tenant, id }), eTag, bytes, plan: plan?.eTag === eTag ? plan.how : undefined };
};

/** The customer has posted other bytes under the same grant, or the bytes were deleted. */
export class SourceReplaced extends JobFailure {
  constructor() {
    super('audio_unreadable', 'The file was replaced or removed before it could be read.');
  }
}

/** Reads exactly the bytes that the job was created from, because a grant accepts further POSTs until it expires. */
export const openSource = async (
  { bucket }: Pick<SourceDeps, 'bucket'>,
  source: StoredAudio | undefined,
  range?: ByteRange,
): Promise<ObjectStream> => {
  const stream = source && (await bucket.stream(source.key, source.eTag, range));
  if (!stream) throw new SourceReplaced();
  return stream;
};

export const sourceCopier =
  (deps: Pick<SourceDeps, 'bucket'>): CopySource =>
  async (source, use) => {
    const readAhead = async (range: ByteRange): Promise<Buffer> =>
      buffer((await openSource(deps, source, range)).body);
    const { body, bytes } = await openSource(deps, source);
    return withScratch((folder) => withCopy(join(folder, 'in'), { body, bytes, readAhead }, use));
  };
