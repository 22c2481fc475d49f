import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Bucket, ByteRange, ObjectStream } from '#lib/platform/aws/bucket.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { withScratch } from '#lib/platform/scratch.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { type SourceCopy, withCopy } from './source-copy.ts';
import type { StoredAudio, Transcription } from './transcription.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

/** Runs `use` while a local copy of the job's audio is made, which is removed afterwards. */
export type FetchSource = <T>(job: Transcription, use: (copy: SourceCopy) => Promise<T>) => Promise<T>;

export type SourceDeps = {
  readonly bucket: Pick<Bucket, 'stream'>;
  /** The object that the job was created from; undefined if none has arrived. */
  readonly findUpload: (
    tenant: Tenant,
    uploadId: string,
  ) => Promise<{ readonly eTag?: string | undefined } | undefined>;
  readonly findFile: (
    tenant: Tenant,
    fileId: string,
  ) => Promise<{ readonly uploadId: string; readonly eTag: string } | undefined>;
};

/** The object that the job was created from; undefined if it is no longer known. */
export const locateSource = async (
  deps: Pick<SourceDeps, 'findUpload' | 'findFile'>,
  job: Transcription,
): Promise<StoredAudio | undefined> => {
  const { tenant, uploadId, fileId, fetched } = job;
  if (fetched) return fetched;
  if (uploadId !== null) {
    const eTag = (await deps.findUpload(tenant, uploadId))?.eTag;
    return eTag === undefined ? undefined : { key: uploadKey({ tenant, id: uploadId }), eTag };
  }
  const file = fileId === null ? undefined : await deps.findFile(tenant, fileId);
  return file && { key: uploadKey({ tenant, id: file.uploadId }), eTag: file.eTag };
};

/** The customer posted other bytes under the same grant, or they are gone. */
const isReplaced = (): JobFailure =>
  new JobFailure('audio_unreadable', 'The file was replaced or removed before it could be read.');

/** Reads exactly the bytes that the job was created from. A grant accepts further POSTs until it expires. */
export const openSource = async (
  { bucket }: Pick<SourceDeps, 'bucket'>,
  source: StoredAudio | undefined,
  range?: ByteRange,
): Promise<ObjectStream> => {
  const stream = source && (await bucket.stream(source.key, source.eTag, range));
  if (!stream) throw isReplaced();
  return stream;
};

export const sourceFetcher =
  (deps: SourceDeps): FetchSource =>
  async (job, use) => {
    const source = await locateSource(deps, job);
    const readAhead = async (range: ByteRange): Promise<Buffer> =>
      buffer((await openSource(deps, source, range)).body);
    const { body, bytes } = await openSource(deps, source);
    return withScratch((folder) => withCopy(join(folder, 'in'), { body, bytes, readAhead }, use));
  };
