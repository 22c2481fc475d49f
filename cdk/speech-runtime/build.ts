import { createHash } from 'node:crypto';
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import { writeAudio, writeDecoder } from './moonshine/decoder-graph.ts';
import { readExport } from './moonshine/export.ts';
import { MoonshineGraph } from './moonshine/graph.ts';
import { packages, unpack } from './npm-packages.ts';
import { optimizeGraphs } from './optimize-graphs.ts';
import { readSilero } from './silero/export.ts';
import { writeSilero } from './silero/graph.ts';
import { ignoreAbsence, replaceFolder } from './work-folder.ts';

const Platform = z.enum(['linux-x64', 'linux-arm64', 'darwin-arm64']);
type Platform = z.infer<typeof Platform>;

/** Increase this number when the script builds different files from the same packages. */
const recipe = 5;

const Manifest = z.object({
  recipe: z.number(),
  platform: Platform,
  packages: z.record(z.string(), z.string()),
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
});
type Manifest = z.infer<typeof Manifest>;

/**
 * Builds the speech runtime of one platform in `out`: ONNX Runtime, the models and a manifest. Does nothing if `out` is
 * current.
 */
export const buildSpeechRuntime = async (
  platform: Platform,
  out: string,
): Promise<'built' | 'up to date'> => {
  if (await isCurrent(platform, out)) return 'up to date';
  await replaceFolder(out, async (fresh, scratch) => {
    await assemble(platform, fresh, scratch);
    await writeFile(join(fresh, 'manifest.json'), JSON.stringify(await describe(platform, fresh), null, 2));
  });
  return 'built';
};

const assemble = async (platform: Platform, to: string, workDir: string): Promise<void> => {
  const [moonshine, silero, ortNode, ortCommon] = await Promise.all([
    unpack('@moonshine-ai/moonshine-js@0.1.29', workDir),
    unpack('@ricky0123/vad-web@0.0.31', workDir),
    unpack('onnxruntime-node@1.30.0', workDir),
    unpack('onnxruntime-common@1.30.0', workDir),
  ]);
  const modules = join(to, 'node_modules');
  await copy(ortCommon, join(modules, 'onnxruntime-common'), ['package.json', 'dist/cjs']);
  const binaries = `bin/napi-v6/${platform.replace('-', '/')}`;
  await copy(ortNode, join(modules, 'onnxruntime-node'), ['package.json', 'dist', binaries]);
  // The macOS package contains its library twice, and the addon links the short name.
  await rm(join(modules, 'onnxruntime-node', binaries, 'libonnxruntime.1.30.0.dylib'), { force: true });

  const graphs = join(to, 'models/moonshine');
  await copy(moonshine, graphs, ['LICENSE']);
  const tiny = join(moonshine, 'dist/model/tiny/quantized');
  await cp(join(tiny, 'encoder_model.onnx'), join(graphs, 'encoder.onnx'));
  const weights = readExport(await readFile(join(tiny, 'decoder_model_merged.onnx')));
  for (const [name, write] of [
    ['audio.onnx', writeAudio],
    ['decoder.onnx', writeDecoder],
  ] as const) {
    const graph = new MoonshineGraph(weights);
    write(graph);
    await writeFile(join(graphs, name), graph.encode());
  }
  const voiceDetector = join(to, 'models/silero.onnx');
  await writeFile(
    voiceDetector,
    writeSilero(readSilero(await readFile(join(silero, 'dist/silero_vad_v6.onnx')))),
  );
  // The package contains the runtimes of all platforms, so this machine's runtime can optimize the graphs for every platform.
  await cp(join(modules, 'onnxruntime-common'), join(ortNode, 'node_modules/onnxruntime-common'), {
    recursive: true,
  });
  const recognizer = ['encoder.onnx', 'audio.onnx', 'decoder.onnx'].map((name) => join(graphs, name));
  await optimizeGraphs([...recognizer, voiceDetector], ortNode);
};

const copy = async (from: string, to: string, paths: readonly string[]): Promise<void> => {
  const isShipped = (path: string): boolean => !/\.(map|d\.ts)$/.test(path);
  for (const path of paths)
    await cp(join(from, path), join(to, path), { recursive: true, filter: isShipped });
};

const describe = async (platform: Platform, dir: string): Promise<Manifest> => {
  const files: Manifest['files'] = {};
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.toSorted()) {
    const content = await readFile(path);
    const sha256 = createHash('sha256').update(content).digest('hex');
    files[path.slice(dir.length + 1)] = { bytes: content.length, sha256 };
  }
  return { recipe, platform, packages, files };
};

/** Compares sizes, not hashes: reading 100 MB would slow down every start, and sizes reveal an incomplete copy. */
const isCurrent = async (platform: Platform, out: string): Promise<boolean> => {
  const text = await readFile(join(out, 'manifest.json'), 'utf8').catch(ignoreAbsence);
  if (text === undefined) return false;
  const manifest = Manifest.safeParse(JSON.parse(text)).data;
  const wanted = JSON.stringify([recipe, platform, packages]);
  if (!manifest || JSON.stringify([manifest.recipe, manifest.platform, manifest.packages]) !== wanted)
    return false;
  const sizes = Object.entries(manifest.files).map(async ([path, { bytes }]) => {
    const found = await stat(join(out, path)).catch(ignoreAbsence);
    return found?.size === bytes;
  });
  return (await Promise.all(sizes)).every(Boolean);
};

if (import.meta.main) {
  const { values } = parseArgs({ options: { platform: { type: 'string' }, out: { type: 'string' } } });
  const platform = Platform.parse(values.platform);
  const out = resolve(z.string('Pass --out with the folder to fill.').parse(values.out));
  console.log(`Speech runtime for ${platform} in ${out}: ${await buildSpeechRuntime(platform, out)}`);
}
