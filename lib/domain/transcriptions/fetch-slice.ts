import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { PartsPlan } from '#lib/speech/audio/parts/plan.ts';
import { withScratch } from '#lib/platform/scratch.ts';
import { locateSource, openSource, type SourceDeps } from './fetch-source.ts';
import { sliceHead } from './slice-heads.ts';
import type { Transcription } from './transcription.ts';

/** A part, with the plan of its attempt. */
export type PlannedPart = { readonly plan: PartsPlan; readonly part: number };

/**
 * Runs `use` on a local file with the part of the job's audio that is decoded for this part. The file is removed
 * afterwards.
 */
export type FetchSlice = <T>(
  job: Transcription,
  planned: PlannedPart,
  use: (file: string) => Promise<T>,
) => Promise<T>;

export type SliceDeps = SourceDeps & { readonly bucket: Pick<Bucket, 'get'> };

/** Reads only the bytes of the slice, and puts the bytes before them that make the slice a valid file. */
export const sliceFetcher =
  (deps: SliceDeps): FetchSlice =>
  async (job, { plan, part }, use) => {
    const slice = plan.slices[part];
    if (!slice) throw new Error('The job has no such part.');
    const head = await sliceHead(deps.bucket, plan, part);
    const { body } = await openSource(deps, await locateSource(deps, job), slice);
    return withScratch(async (folder) => {
      const file = join(folder, 'in');
      const output = createWriteStream(file);
      output.write(head);
      await pipeline(body, output);
      return use(file);
    });
  };
