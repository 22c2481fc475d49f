/**
 * Builds the layer of the functions that decode or recognize: npm run layer -- [--platform arm64|x64]
 * Functions run on arm64; x64 is for tests. Compiles ffmpeg again only if its build has changed or Debian has a newer one.
 */
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chosenSpeechModels } from '#cdk/context.ts';
import { buildSpeechRuntime } from './build.ts';
import { buildFfmpeg, ffmpegRecipe, type FfmpegVersions, newestFfmpeg } from './ffmpeg/build.ts';
import { describeFiles, LayerManifest, manifestName, sbomName } from './layer-manifest.ts';
import { sbomOf } from './sbom.ts';
import { placeWeights } from './weights/folder.ts';

const models = chosenSpeechModels();
/** Lambda allows 250 MB. With the default model the layer must stay much smaller, because a cold start reads all of it. */
const max = models.every((model) => model === 'moonshine-tiny')
  ? { unzippedMb: 100, zippedMb: 50 }
  : { unzippedMb: 250, zippedMb: 250 };

const { values } = parseArgs({ options: { platform: { type: 'string', default: 'arm64' } } });
const platform = LayerManifest.shape.platform.parse(values.platform);
const name = `build/speech-${platform}`;
const speech = join(import.meta.dirname, '../..', name, 'speech');
const manifestFile = join(speech, manifestName);

const read = async (file: string): Promise<unknown> =>
  existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : undefined;

/**
 * The versions of the ffmpeg in the last layer, if it was made by this recipe and is the one that Debian now publishes. If
 * Debian cannot be reached, it counts as that one.
 */
const currentVersions = async (
  last: LayerManifest | undefined,
  recipe: string,
): Promise<FfmpegVersions | undefined> => {
  if (last?.recipe !== recipe || !existsSync(join(speech, 'bin/ffmpeg'))) return undefined;
  const newest = await newestFfmpeg();
  if (newest === undefined)
    console.log(`Debian did not say which ffmpeg is the newest. The layer keeps ${last.versions.ffmpeg}.`);
  return newest === undefined || newest === last.versions.ffmpeg ? last.versions : undefined;
};

const compileFfmpeg = async (): Promise<FfmpegVersions> => {
  await rm(join(speech, 'bin'), { recursive: true, force: true });
  return buildFfmpeg(platform, join(speech, 'bin'));
};

/** Builds the runtime and ffmpeg below `speech/` in the layer's folder. Skips parts that are current. */
const buildLayer = async (): Promise<LayerManifest> => {
  const last = LayerManifest.safeParse(await read(manifestFile)).data;
  // This runs first, because it replaces the whole folder.
  await buildSpeechRuntime(`linux-${platform}`, speech);
  await placeWeights(models, speech);
  const recipe = await ffmpegRecipe();
  const versions = (await currentVersions(last, recipe)) ?? (await compileFfmpeg());
  const built = { recipe, platform, models: [...models], versions, ...(await describeFiles(speech)) };
  await writeFile(join(speech, sbomName), `${JSON.stringify(sbomOf(built), null, 2)}\n`);
  // The manifest is written last, because an ffmpeg without one is built again.
  await writeFile(manifestFile, `${JSON.stringify(built, null, 2)}\n`);
  return built;
};

try {
  const { unzippedMb, zippedMb, versions, digest } = await buildLayer();
  console.log(`${name}: ${unzippedMb.toFixed(1)} MB, zipped ${zippedMb.toFixed(1)} MB`);
  console.log(`ffmpeg ${versions.ffmpeg}, sha256 of the files ${digest}`);
  if (unzippedMb > max.unzippedMb || zippedMb > max.zippedMb)
    throw new Error(
      `The layer with ${models.join(', ')} is too large. The limit is ${max.unzippedMb} MB, zipped ${max.zippedMb} MB.`,
    );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
