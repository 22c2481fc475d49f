import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import * as z from 'zod';
import { buildSpeechRuntime } from './build.ts';
import { chosenSpeechModels } from '#cdk/context.ts';
import { buildFfmpeg, ffmpegRecipe } from './ffmpeg/build.ts';
import { placeWeights } from './weights/folder.ts';

const Architecture = z.enum(['arm64', 'x64']);
const Built = z.object({ recipe: z.string(), unzippedMb: z.number(), zippedMb: z.number() });
type Built = z.infer<typeof Built>;

const models = chosenSpeechModels();
/** Lambda allows 250 MB. The default model must stay far below, because a cold start reads the whole layer. */
const max = models.every((model) => model === 'moonshine-tiny')
  ? { unzippedMb: 100, zippedMb: 50 }
  : { unzippedMb: 250, zippedMb: 250 };

const { values } = parseArgs({ options: { arch: { type: 'string', default: 'arm64' } } });
const architecture = Architecture.parse(values.arch);
const name = `build/speech-${architecture}`;
const folder = join(import.meta.dirname, '../..', name);
const speech = join(folder, 'speech');

/** Builds the runtime and ffmpeg below `speech/` in the layer's folder. Skips what is current. */
const buildLayer = async (): Promise<Built> => {
  // First, because it replaces the whole folder.
  await buildSpeechRuntime(`linux-${architecture}`, speech);
  await placeWeights(models, speech);
  const recipe = `${models.join()} ${await ffmpegRecipe()}`;
  // Files that begin with a dot are not part of the layer.
  const note = join(folder, '.built');
  const last = existsSync(note) ? Built.parse(JSON.parse(await readFile(note, 'utf8'))) : undefined;
  if (last?.recipe === recipe && existsSync(join(speech, 'bin/ffmpeg'))) return last;
  await rm(join(speech, 'bin'), { recursive: true, force: true });
  await buildFfmpeg(architecture, join(speech, 'bin'));
  const built = { recipe, ...(await measure(speech)) };
  await writeFile(note, JSON.stringify(built));
  return built;
};

/** A zip file compresses each file separately. Its headers are too small to count. */
const measure = async (dir: string): Promise<{ unzippedMb: number; zippedMb: number }> => {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  let [unzipped, zipped] = [0, 0];
  for (const entry of entries.filter((found) => found.isFile())) {
    const content = await readFile(join(entry.parentPath, entry.name));
    unzipped += content.length;
    zipped += (await promisify(deflateRaw)(content)).length;
  }
  return { unzippedMb: unzipped / 1e6, zippedMb: zipped / 1e6 };
};

const { unzippedMb, zippedMb } = await buildLayer();
console.log(`${name}: ${unzippedMb.toFixed(1)} MB, zipped ${zippedMb.toFixed(1)} MB`);
if (unzippedMb > max.unzippedMb || zippedMb > max.zippedMb) {
  throw new Error(
    `The layer with ${models.join(', ')} is too large. The limit is ${max.unzippedMb} MB, zipped ${max.zippedMb} MB.`,
  );
}
