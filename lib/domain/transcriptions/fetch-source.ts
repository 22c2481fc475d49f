import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { withScratch } from '#lib/platform/scratch.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import type { StoredAudio, Transcription } from './transcription.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

/** Runs `use` on a local copy of the job's audio, which is removed afterwards. */
export type FetchSource = <T>(job: Transcription, use: (file: string) => Promise<T>) => Promise<T>;

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
export const isReplaced = (): JobFailure =>
  new JobFailure('audio_unreadable', 'The file was replaced or removed before it could be read.');

/** Copies exactly the bytes that the job was created from. A grant accepts further POSTs until it expires. */
export const sourceFetcher =
  (deps: SourceDeps): FetchSource =>
  async (job, use) => {
    const source = await locateSource(deps, job);
    const body = source && (await deps.bucket.stream(source.key, source.eTag));
    if (!body) throw isReplaced();
    return withScratch(async (folder) => {
      const file = join(folder, 'in');
      await pipeline(body, createWriteStream(file));
      return use(file);
    });
  };
