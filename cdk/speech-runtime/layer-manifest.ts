import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import * as z from 'zod';
import { FfmpegVersions } from './ffmpeg/build.ts';

/** The contents of a layer. The same sources and compiler give the same files, and so the same digest. */
export const LayerManifest = z.object({
  /** A fingerprint of the ffmpeg build. A different recipe needs a new build. */
  recipe: z.string(),
  platform: z.enum(['arm64', 'x64']),
  models: z.array(z.string()),
  versions: FfmpegVersions,
  /** SHA-256 of the list of files with their hashes. */
  digest: z.string(),
  files: z.record(z.string(), z.string()),
  unzippedMb: z.number(),
  zippedMb: z.number(),
});
export type LayerManifest = z.infer<typeof LayerManifest>;

/** Files that describe the layer. The digest does not cover them. */
export const manifestName = 'layer.json';
export const sbomName = 'sbom.cdx.json';

export type LayerFiles = Pick<LayerManifest, 'digest' | 'files' | 'unzippedMb' | 'zippedMb'>;

/** Hashes and measures the files below `dir`. A zip file compresses each file separately. Its headers are too small to count. */
export const describeFiles = async (dir: string): Promise<LayerFiles> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .filter((path) => path !== manifestName && path !== sbomName)
    .toSorted();
  const files: Record<string, string> = {};
  let unzipped = 0;
  let zipped = 0;
  for (const path of paths) {
    const content = await readFile(join(dir, path));
    files[path] = createHash('sha256').update(content).digest('hex');
    unzipped += content.length;
    zipped += (await promisify(deflateRaw)(content)).length;
  }
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  return { digest, files, unzippedMb: unzipped / 1e6, zippedMb: zipped / 1e6 };
};
