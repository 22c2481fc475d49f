import { cp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type SpeechModelName, speechModels } from '#lib/speech/engines/models.ts';
import { readCTranslate2 } from '../whisper/ctranslate2.ts';
import { readSafetensors } from '../whisper/safetensors.ts';
import type { Weights } from '../whisper/weights.ts';
import { ignoreAbsence, replaceFolder } from '../work-folder.ts';

/** The sources of a speech model. `tokenizer` is the content of `tokenizer.json`. */
export type Published = { readonly weights: Weights; readonly tokenizer: Buffer };

const repository = join(import.meta.dirname, '../../..');

/** The folder for a model's weights. It is outside the runtime, because the runtime is replaced as a whole. */
export const weightsFolder = (name: SpeechModelName): string => join(repository, '.local/models', name);

/**
 * Reads weights in the format of Hugging Face or of CTranslate2, and their tokenizer. Throws if a file is missing or
 * damaged.
 */
export const readFolder = async (dir: string): Promise<Published> => {
  const read = (name: string): Promise<Buffer | undefined> => readFile(join(dir, name)).catch(ignoreAbsence);
  const tokenizer = await read('tokenizer.json');
  if (!tokenizer) throw new Error(`${dir} has no tokenizer.json.`);
  for (const [name, parse] of formats) {
    const file = await read(name);
    if (file) return { tokenizer, weights: parsed(join(dir, name), () => parse(file)) };
  }
  throw new Error(`${dir} has no model.safetensors or model.bin.`);
};

const formats = [
  ['model.safetensors', readSafetensors],
  ['model.bin', readCTranslate2],
] as const;

const parsed = (path: string, parse: () => Weights): Weights => {
  try {
    return parse();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} cannot be read: ${reason}`, { cause: error });
  }
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
  const state = await stateOf(weights);
  const name = basename(to);
  if (state === '')
    throw new Error(`The weights of ${name} are missing. Download them first: npm run models -- ${name}`);
  if (state === (await stateOf(to))) return;
  await replaceFolder(to, (fresh) => cp(weights, fresh, { recursive: true, preserveTimestamps: true }));
};

/**
 * The files below a folder with their sizes and times, as text. Empty if there are no files. Sizes alone are the same for
 * all weights of a model.
 */
const stateOf = async (dir: string): Promise<string> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const states = files.toSorted().map(async (file) => {
    const { size, mtime } = await stat(file);
    return `${file.slice(dir.length)} ${size} ${mtime.toISOString()}`;
  });
  return (await Promise.all(states)).join('\n');
};
