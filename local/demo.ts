/** Transcribes a file end to end, like a customer's server and browser: npm run demo [-- [--live] FILE] */
import { openAsBlob, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { live, samplesOf } from '../sdk/typescript/cli/live.ts';
import { terminalOf } from '../sdk/typescript/cli/terminal.ts';
import { Earshot } from '../sdk/typescript/client.ts';
import { isEnded } from '../sdk/typescript/transcriptions.ts';
import type { Transcription } from '../sdk/typescript/types.ts';
import { firstKey } from './first-key.ts';
import { projectDir } from './project-script.ts';
import { startStack } from './stack.ts';
import { placeWeights } from './weights.ts';
import { moreLanguages } from './welcome.ts';

const sample = join(projectDir, 'local/samples/two-cities.ogg');

const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  const result = await work();
  console.log(`  ${name.padEnd(42)} ${((performance.now() - start) / 1000).toFixed(2).padStart(8)} s`);
  return result;
};

const follow = async ({ transcriptions }: Earshot, id: string): Promise<Transcription> => {
  let lastProgress = '';
  for (;;) {
    const job = await transcriptions.get(id, { wait: 2 });
    const progress = `    ${job.status} ${job.progress.percent} %`;
    if (progress !== lastProgress) console.log(progress);
    lastProgress = progress;
    if (isEnded(job)) return job;
  }
};

const printResult = ({
  status,
  transcript,
  detected_language: language,
  audio_ms: audioMs,
  billing,
  error,
}: Transcription): void => {
  if (error) {
    console.log(`\n  ${status}: ${error.type}. ${error.message}`);
    if (error.type === 'language_not_supported') console.log(`  ${moreLanguages}`);
  } else console.log(`\n${transcript || '(no speech)'}\n`);
  console.log(`  language  ${language ?? 'unknown'}`);
  console.log(`  audio_ms  ${audioMs ?? 'unknown'}`);
  console.log(`  price     $${billing.amount_usd} (${billing.status})`);
};

const transcribe = async (earshot: Earshot, file: string): Promise<Transcription> => {
  const audio = await openAsBlob(file);
  const grant = await step('server: request an upload grant', () =>
    earshot.uploads.create({
      content_type: 'application/octet-stream',
      filename: basename(file),
      size_bytes: audio.size,
    }),
  );
  await step('browser: upload the file to S3', () => earshot.uploads.post(grant, audio));
  const { id } = await step('server: create the job', () =>
    earshot.transcriptions.create({ upload_id: grant.id }),
  );
  return step('worker: split, recognize, finish', () => follow(earshot, id));
};

const { values: options, positionals } = parseArgs({
  options: { live: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const file = resolve(process.env['INIT_CWD'] ?? '.', positionals[0] ?? sample);
if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
  console.error(`${file} is not a file. Pass the path of an audio file: npm run demo -- FILE`);
  process.exit(2);
}
console.log(`Transcribing ${basename(file)}\n`);
const speechDir = process.env['EARSHOT_SPEECH_DIR'] ?? join(projectDir, '.local/speech');
const log = (line: string) => console.error(line);
const onLost = (reason: string): void => {
  console.error(reason);
  process.exit(1);
};
let stop = async (): Promise<void> => {};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
  process.once(signal, () => void stop().then(() => process.exit(130)));
}
try {
  const stack = await step('start the local stack', async () => {
    await placeWeights(speechDir);
    return startStack({ port: 0, dataDir: undefined, log, onLost, speechDir });
  });
  ({ stop } = stack);
  const { api_key: apiKey } = await step('create a project and an API key', () => firstKey(stack, undefined));
  const earshot = new Earshot({ baseUrl: stack.baseUrl, apiKey });
  const job = options.live
    ? await earshot.transcriptions.get(
        await live(
          earshot,
          { samples: () => samplesOf(file), languages: [] },
          terminalOf(process.stdout, process.stderr),
        ),
      )
    : await transcribe(earshot, file);
  printResult(job);
  process.exitCode = job.status === 'completed' ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await stop();
process.exit();
