import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '#lib/aws/bucket.ts';
import type { Table } from '#lib/aws/table.ts';
import { JobFailure } from '#lib/errors.ts';
import { withScratch } from '#lib/scratch.ts';
import { findUpload, type UploadRef } from './store.ts';
import { uploadKey } from './upload-key.ts';

/** Runs `use` on a local copy of the upload in a folder of its own, which is gone afterwards. */
export type FetchUpload = <T>(ref: UploadRef, use: (file: string) => Promise<T>) => Promise<T>;

/** Copies exactly the bytes that were there when the job was queued: a grant can be POSTed again until it expires. */
export const uploadFetcher =
  (deps: { readonly table: Pick<Table, 'get'>; readonly bucket: Pick<Bucket, 'stream'> }): FetchUpload =>
  async (ref, use) => {
    const upload = await findUpload(deps.table, ref);
    const body = upload?.eTag && (await deps.bucket.stream(uploadKey(ref), upload.eTag));
    if (!body)
      throw new JobFailure(
        'audio_unreadable',
        'The uploaded file was replaced or removed before it could be read.',
      );
    return withScratch(async (folder) => {
      const file = join(folder, 'in');
      await pipeline(body, createWriteStream(file));
      return use(file);
    });
  };
