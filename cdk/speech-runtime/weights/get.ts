/** Downloads the weights of a speech model and builds its graphs: npm run models -- whisper-base [--from FOLDER] [--use] */
import { rm, writeFile } from 'node:fs/promises';
import { setGlobalProxyFromEnv } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SpeechModelName, speechModels, type WhisperModelName } from '#lib/speech/engines/models.ts';
import { loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';
import { openWhisper } from '#lib/speech/engines/whisper-model.ts';
import { buildWhisper } from '../whisper/build.ts';
import { alignmentHeadsOf, assertIsModel } from '../whisper/published.ts';
import { replaceFolder } from '../work-folder.ts';
import { downloadWeights, sourcesOf } from './download.ts';
import { type Published, readFolder, weightsFolder } from './folder.ts';
import { lockOf } from './lock.ts';
import { useModel } from './use.ts';

const isWhisper = (name: SpeechModelName): name is WhisperModelName =>
  speechModels[name].engine === 'whisper';
const names = SpeechModelName.options.filter(isWhisper);

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const showProgress = (bytes: number, total: number | undefined): void => {
  if (!process.stderr.isTTY) return;
  const whole = total === undefined ? '' : ` of ${megabytes(total)}, ${Math.floor((100 * bytes) / total)} %`;
  process.stderr.write(`\r${megabytes(bytes)}${whole}${bytes === total ? '\n' : ''}`);
};

const downloadsOf = (name: WhisperModelName): string => join(weightsFolder(name), '../.downloads', name);

const downloadPublished = async (name: WhisperModelName): Promise<Published> => {
  const locked = await lockOf(name);
  console.error(`Downloading the weights of ${name}…`);
  // The line of the progress may be unfinished.
  const warn = (message: string): void => console.error(process.stderr.isTTY ? `\n${message}` : message);
  const options = { dir: downloadsOf(name), warn };
  return downloadWeights(sourcesOf(name, locked, showProgress), locked, options).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const own = `npm run models -- ${name} --from FOLDER`;
    throw new Error(`${reason}\nRun the command again, or use weights that you have: ${own}`);
  });
};

/** Opens the model in the same way as the engine does. */
const assertWorks = async (dir: string): Promise<void> => {
  const speechDir = process.env['EARSHOT_SPEECH_DIR'] ?? join(import.meta.dirname, '../../../.local/speech');
  const { encoder, decoder, prompts } = await openWhisper(loadOnnxRuntime(speechDir), dir);
  console.error(`This Whisper model has ${prompts.languages.size} languages.`);
  await Promise.all([encoder.release(), decoder.release()]);
};

// npm and pip use the proxy of the environment, too.
setGlobalProxyFromEnv();
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' }, use: { type: 'boolean', default: false } },
  });
  const name = names.find((one) => one === positionals[0]);
  if (name === undefined || positionals.length > 1)
    throw new Error(
      `Usage: npm run models -- NAME [--from FOLDER] [--use], where NAME is one of ${names.join(', ')}`,
    );
  const from = values.from === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? '.', values.from);
  const { weights, tokenizer } = await (from === undefined ? downloadPublished(name) : readFolder(from));
  assertIsModel(weights, name);
  console.error('Building the graphs…');
  await replaceFolder(weightsFolder(name), async (fresh) => {
    await buildWhisper({ weights, alignmentHeads: alignmentHeadsOf(name) }, fresh);
    await writeFile(join(fresh, 'tokenizer.json'), tokenizer);
    await assertWorks(fresh);
  });
  // Until here a second run would not download them again.
  await rm(downloadsOf(name), { recursive: true, force: true });
  console.log(`The speech model ${name} is in ${weightsFolder(name)}.`);
  if (values.use) console.log(`cdk.json now has "speechModels": ${JSON.stringify(useModel(name))}.`);
  else console.log('Run the command with --use to add it to "speechModels" in cdk.json.');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
