import { cp, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type SpeechModelName, speechModels } from '#lib/speech/engines/models.ts';

const repository = join(import.meta.dirname, '../../..');

/** The folder for a model's weights. It is outside the runtime, which is replaced as a whole. */
export const weightsFolder = (name: SpeechModelName): string => join(repository, '.local/models', name);

/** Fills a new folder beside `dir`, then replaces `dir` by it. `dir` never holds incomplete content. */
export const replaceFolder = async <T>(dir: string, fill: (fresh: string) => Promise<T>): Promise<T> => {
  await mkdir(dirname(dir), { recursive: true });
  const fresh = await mkdtemp(join(dirname(dir), `.${basename(dir)}-`));
  try {
    const result = await fill(fresh);
    await rm(dir, { recursive: true, force: true });
    await rename(fresh, dir);
    return result;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
};

/** Copies the files of a Whisper export, quantized or not. Throws if one is missing. */
export const copyExport = async (from: string, to: string): Promise<void> => {
  const alternatives = [
    ['config.json'],
    ['generation_config.json'],
    ['tokenizer.json'],
    ['onnx/encoder_model_quantized.onnx', 'onnx/encoder_model.onnx'],
    ['onnx/decoder_model_merged_quantized.onnx', 'onnx/decoder_model_merged.onnx'],
  ];
  const isThere = async (path: string): Promise<boolean> =>
    (await stat(join(from, path)).catch(() => undefined))?.isFile() ?? false;
  const found: string[] = [];
  for (const paths of alternatives) {
    const present = await Promise.all(paths.map(isThere));
    const path = paths[present.indexOf(true)];
    if (path === undefined) throw new Error(`${from} has no ${paths.join(' or ')}.`);
    found.push(path);
  }
  for (const path of found) await cp(join(from, path), join(to, path));
};

/**
 * Puts the weights of a model into a speech runtime and removes those of other models. The runtime already has the default
 * model's. Throws if the weights have not been downloaded.
 */
export const placeWeights = async (
  name: SpeechModelName,
  speechDir: string,
  weights = weightsFolder(name),
): Promise<void> => {
  const { engine, folder } = speechModels[name];
  const models = join(speechDir, 'models');
  const others = Object.values(speechModels).filter(
    (one) => one.engine === 'whisper' && one.folder !== folder,
  );
  for (const other of others) await rm(join(models, other.folder), { recursive: true, force: true });
  if (engine !== 'whisper') return;
  const sizes = await sizesIn(weights);
  if (sizes === '')
    throw new Error(`The weights of ${name} are missing. Download them first: npm run models -- ${name}`);
  if (sizes === (await sizesIn(join(models, folder)))) return;
  await replaceFolder(join(models, folder), (fresh) => cp(weights, fresh, { recursive: true }));
};

/** The files below a folder with their sizes, as text. Empty if there are none. */
const sizesIn = async (dir: string): Promise<string> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = files.toSorted().map(async (file) => `${file.slice(dir.length)} ${(await stat(file)).size}`);
  return (await Promise.all(sizes)).join('\n');
};
