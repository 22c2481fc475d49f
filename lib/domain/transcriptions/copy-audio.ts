import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { withScratch } from '#lib/platform/scratch.ts';
import type { StoredAudio } from './transcription.ts';

type RemoteAudio = { readonly url: string; readonly lastTry: boolean; readonly lastSlowTry: boolean };

/** Copies the file at a URL to a key of the bucket. Rejects with a `JobFailure` for a permanent error, and at the last try. */
export type CopyAudio = (source: RemoteAudio, key: string, signal: AbortSignal) => Promise<StoredAudio>;

export type CopyDeps = {
  readonly bucket: Pick<Bucket, 'putFile'>;
  /** Opens a URL. The promise and the stream fail with the same errors as copying. */
  readonly openAudio: (source: RemoteAudio, signal: AbortSignal) => Promise<Readable>;
};

/** Copies via the disk, so that the bucket never has a partial file. */
export const audioCopier =
  ({ bucket, openAudio }: CopyDeps): CopyAudio =>
  (source, key, signal) =>
    withScratch(async (folder) => {
      const file = join(folder, 'audio');
      await pipeline(await openAudio(source, signal), createWriteStream(file));
      return { key, eTag: await bucket.putFile(key, file) };
    });
