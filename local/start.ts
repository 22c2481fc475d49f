import { join } from 'node:path';
import { adoption } from './adoption.ts';
import { laptopAllowList } from './allow-list.ts';
import { laptopContext } from './context.ts';
import { firstKey } from './first-key.ts';
import { projectDir } from './project-script.ts';
import { writeServiceFiles } from './service-file.ts';
import { startStack, type RunningStack } from './stack.ts';
import { readStartOptions } from './start-options.ts';
import { placeWeights } from './weights.ts';
import { welcome } from './welcome.ts';
import { writePrivate } from './write-private.ts';

// Keeps other users of this machine from reading recordings, transcripts and keys.
process.umask(0o077);

const localDir = join(projectDir, '.local');

/** The operator's credentials and the names of table and buckets, by the functions' variable names. */
const operatorEnvironment = ({ operatorEnvironment: environment, outputs }: RunningStack): object => {
  const { TableName, AudioBucketName, ResultsBucketName } = outputs['EarshotData'] ?? {};
  const names = { TABLE_NAME: TableName, AUDIO_BUCKET: AudioBucketName, RESULTS_BUCKET: ResultsBucketName };
  return { ...environment, ...names };
};

let stop = async (): Promise<void> => {};
let stopping = false;
const end = async (code = 0): Promise<void> => {
  if (stopping) return;
  stopping = true;
  // Processes that do not stop in time are killed together with this one.
  setTimeout(() => process.exit(code), 1500).unref();
  await stop();
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end());
// setup.mjs has ended, perhaps killed, and cannot forward signals.
process.on('disconnect', () => void end());

try {
  const { port, dataDir } = readStartOptions(process.argv.slice(2), process.env);
  console.error('Starting…');
  const speechDir = process.env['EARSHOT_SPEECH_DIR'] ?? join(localDir, 'speech');
  await placeWeights(speechDir);
  let adopt = async (_email: string): Promise<void> => {};
  const stack = await startStack({
    onSignIn: (email) => adopt(email),
    environment: { SAFE_FETCH_ALLOW: laptopAllowList(process.env['SAFE_FETCH_ALLOW']) },
    port,
    dataDir,
    log: (line) => console.error(line),
    onLost: (reason) => {
      console.error(reason);
      void end(1);
    },
    context: laptopContext(),
    speechDir,
  });
  stop = stack.stop;
  const consoleUrl = stack.outputs['EarshotConsole']?.['ConsoleUrl'] ?? '';
  const key = await firstKey(stack, dataDir);
  const { project_id, api_key } = key;
  adopt = adoption(stack, key, (line) => console.error(line));
  if (dataDir !== undefined) writePrivate(join(dataDir, 'operator.json'), operatorEnvironment(stack));
  const languages = (stack.outputs['EarshotApi']?.['Languages'] ?? '').split(' ');
  const info = { base_url: stack.baseUrl, api_key, project_id, console_url: consoleUrl };
  writeServiceFiles(info, { dataDir, localDir, log: (line) => console.error(line) });
  console.log(welcome({ baseUrl: stack.baseUrl, consoleUrl, apiKey: api_key, languages }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  await stop();
  process.exit(1);
}
