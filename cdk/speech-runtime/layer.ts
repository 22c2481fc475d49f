import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import * as z from 'zod';
import { defaultSpeechModel } from '#lib/speech/engines/models.ts';
import { buildSpeechRuntime } from './build.ts';
import { chosenSpeechModel } from '#cdk/context.ts';
import { buildFfmpeg, ffmpegRecipe } from './ffmpeg/build.ts';
import { placeWeights } from './weights/folder.ts';

const Architecture = z.enum(['arm64', 'x64']);
const Built = z.object({ recipe: z.string(), unzippedMb: z.number(), zippedMb: z.number() });
type Built = z.infer<typeof Built>;

const model = chosenSpeechModel();
/** With the default model well inside what Lambda allows: a cold start reads all of it. */
const most =
  model === defaultSpeechModel ? { unzippedMb: 100, zippedMb: 50 } : { unzippedMb: 250, zippedMb: 250 };

const { values } = parseArgs({ options: { arch: { type: 'string', default: 'arm64' } } });
const architecture = Architecture.parse(values.arch);
const name = `build/speech-${architecture}`;
const folder = join(import.meta.dirname, '../..', name);
const speech = join(folder, 'speech');

/** Makes `folder` the speech layer: below `speech/` the runtime and ffmpeg. Does nothing when it is there. */
const buildLayer = async (): Promise<Built> => {
  // It replaces all of its folder when it is not current, so it comes first.
  await buildSpeechRuntime(`linux-${architecture}`, speech);
  await placeWeights(model, speech);
  const recipe = `${model} ${await ffmpegRecipe()}`;
  // What begins with a dot does not become part of the layer.
  const note = join(folder, '.built');
  const last = existsSync(note) ? Built.parse(JSON.parse(await readFile(note, 'utf8'))) : undefined;
  if (last?.recipe === recipe && existsSync(join(speech, 'bin/ffmpeg'))) return last;
  await rm(join(speech, 'bin'), { recursive: true, force: true });
  await buildFfmpeg(architecture, join(speech, 'bin'));
  const built = { recipe, ...(await measure(speech)) };
  await writeFile(note, JSON.stringify(built));
  return built;
};

/** In a zip each file is deflated by itself; the headers do not matter. */
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
if (unzippedMb > most.unzippedMb || zippedMb > most.zippedMb) {
  throw new Error(
    `The layer with ${model} is too big: at most ${most.unzippedMb} MB, zipped ${most.zippedMb} MB.`,
  );
}
