import { cp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type SpeechModelName, speechModels } from '#lib/speech/engines/models.ts';
import { readCTranslate2 } from '../whisper/ctranslate2.ts';
import { readSafetensors } from '../whisper/safetensors.ts';
import { workFolderBeside } from '../work-folder.ts';
import type { Published } from './download.ts';

const repository = join(import.meta.dirname, '../../..');

/** The folder for a model's weights. It is outside the runtime, because the runtime is replaced as a whole. */
export const weightsFolder = (name: SpeechModelName): string => join(repository, '.local/models', name);

/** Fills a new folder beside `dir`, then replaces `dir` with it. So `dir` never has incomplete content. */
export const replaceFolder = async <T>(dir: string, fill: (fresh: string) => Promise<T>): Promise<T> => {
  const fresh = await workFolderBeside(dir);
  try {
    const result = await fill(fresh);
    await rm(dir, { recursive: true, force: true });
    await rename(fresh, dir);
    return result;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
};

/** Reads weights in the format of Hugging Face or of CTranslate2, and their tokenizer. Throws if a file is missing. */
export const readFolder = async (dir: string): Promise<Published> => {
  const read = (name: string): Promise<Buffer | undefined> =>
    readFile(join(dir, name)).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    });
  const tokenizer = await read('tokenizer.json');
  const safetensors = await read('model.safetensors');
  if (!tokenizer) throw new Error(`${dir} has no tokenizer.json.`);
  if (safetensors) return { tokenizer, weights: readSafetensors(safetensors) };
  const ctranslate2 = await read('model.bin');
  if (!ctranslate2) throw new Error(`${dir} has no model.safetensors or model.bin.`);
  return { tokenizer, weights: readCTranslate2(ctranslate2) };
};

/**
 * Puts the weights of these models into a speech runtime, and removes those of other models. The runtime already has the
 * weights of the default model. Throws if weights have not been downloaded.
 */
export const placeWeights = async (
  names: readonly SpeechModelName[],
  speechDir: string,
  weightsOf = weightsFolder,
): Promise<void> => {
  const models = join(speechDir, 'models');
  for (const { name, folder } of Object.values(speechModels).filter(({ engine }) => engine === 'whisper')) {
    if (!names.includes(name)) await rm(join(models, folder), { recursive: true, force: true });
    else await placeModel(weightsOf(name), join(models, folder));
  }
};

const placeModel = async (weights: string, to: string): Promise<void> => {
  const sizes = await sizesIn(weights);
  const name = basename(to);
  if (sizes === '')
    throw new Error(`The weights of ${name} are missing. Download them first: npm run models -- ${name}`);
  if (sizes === (await sizesIn(to))) return;
  await replaceFolder(to, (fresh) => cp(weights, fresh, { recursive: true }));
};

/** The files below a folder with their sizes, as text. Empty if there are no files. */
const sizesIn = async (dir: string): Promise<string> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = files.toSorted().map(async (file) => `${file.slice(dir.length)} ${(await stat(file)).size}`);
  return (await Promise.all(sizes)).join('\n');
};
