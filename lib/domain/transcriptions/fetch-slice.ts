import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withScratch } from '#lib/platform/scratch.ts';
import { locateSource, openSource, type SourceDeps } from './fetch-source.ts';
import { currentParts, type Transcription } from './transcription.ts';

/** Runs `use` on a local file of what a part of the job's audio decodes, which is removed afterwards. */
export type FetchSlice = <T>(
  job: Transcription,
  part: number,
  use: (file: string) => Promise<T>,
) => Promise<T>;

/** Reads only the bytes of the slice, and puts the header of the plan before them. */
export const sliceFetcher =
  (deps: SourceDeps): FetchSlice =>
  async (job, part, use) => {
    const parts = currentParts(job);
    const slice = parts?.slices[part];
    if (!parts || !slice) throw new Error('The job has no such part.');
    const { body } = await openSource(deps, await locateSource(deps, job), slice);
    return withScratch(async (folder) => {
      const file = join(folder, 'in');
      const output = createWriteStream(file);
      output.write(Buffer.from(parts.header, 'base64'));
      await pipeline(body, output);
      return use(file);
    });
  };
