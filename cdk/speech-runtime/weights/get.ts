/** Downloads the weights of a speech model: npm run models -- whisper-base [--from FOLDER] */
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SpeechModelName, speechModels } from '#lib/speech/engines/models.ts';
import { loadOnnxRuntime } from '#lib/speech/engines/onnx-runtime.ts';
import { openWhisper } from '#lib/speech/engines/whisper-model.ts';
import { fetchFiles, sourceOf } from './fetch.ts';
import { copyExport, replaceFolder, weightsFolder } from './folder.ts';
import { lockedFiles } from './lock.ts';

const names = SpeechModelName.options.filter((name) => speechModels[name].engine === 'whisper');

const fetchWeights = async (name: SpeechModelName, to: string): Promise<void> => {
  const files = await lockedFiles(name);
  const megabytes = Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  console.error(`Downloading ${megabytes.toFixed(0)} MB…`);
  await fetchFiles(sourceOf(name), files, to);
};

/** Opens the weights like the engine does. */
const assertWorks = async (dir: string): Promise<void> => {
  const speechDir = process.env['EARSHOT_SPEECH_DIR'] ?? join(import.meta.dirname, '../../../.local/speech');
  const whisper = await openWhisper(loadOnnxRuntime(speechDir), dir);
  const times = whisper.hasAttention ? 'with word times' : 'without word times';
  console.error(`This Whisper model has ${whisper.prompts.languages.size} languages, ${times}.`);
};

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { from: { type: 'string' } },
  });
  const name = names.find((one) => one === positionals[0]);
  if (name === undefined || positionals.length > 1)
    throw new Error(
      `Usage: npm run models -- NAME [--from FOLDER], where NAME is one of ${names.join(', ')}`,
    );
  const from = values.from === undefined ? undefined : resolve(process.env['INIT_CWD'] ?? '.', values.from);
  await replaceFolder(weightsFolder(name), async (fresh) => {
    await (from === undefined ? fetchWeights(name, fresh) : copyExport(from, fresh));
    await assertWorks(fresh);
  });
  console.log(`The weights of ${name} are in ${weightsFolder(name)}.`);
  console.log(`To use them, set "context": { "speechModel": "${name}" } in cdk.json.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
