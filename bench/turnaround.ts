/**
 * Predicts how long jobs of 1 h, 5 h and 10 h, and a burst of a thousand, take in AWS, by simulating the pipeline with stage times measured on
 * this machine. First validates the simulation against a real job on the local stack. `npm run bench -- turnaround`
 */
import { statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { findFfmpeg } from '#lib/speech/audio/decode.ts';
import { speechDir, startService } from '../test/support/local-service.ts';
import { seeded } from '../test/support/random.ts';
import { environment } from './support/bundle-loads.ts';
import { print } from './support/figure.ts';
import { median } from '../test/support/median.ts';
import { longAudio } from './support/long-audio.ts';
import { rounded, sum } from './support/numbers.ts';
import { randomAudio, seconds } from './turnaround/audio.ts';
import { quantiles } from './support/quantiles.ts';
import { printBurst } from './turnaround/burst.ts';
import {
  aws,
  awsOf,
  awsWithoutHelpers,
  awsWithPollers,
  laptop,
  type Deployment,
} from './turnaround/parameters.ts';
import { type Billed, runJob, type Turnaround } from './turnaround/pipeline.ts';
import { decoderStartMs } from './turnaround/decoder-start.ts';
import { measureColdStarts, measureStages, runOnLocalStack } from './turnaround/real-run.ts';
import { type ChunkTimes, meanOf, type Stages } from './turnaround/stages.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const sampleMinutes = 10;
const runs = 40;
const lengths = [60, 300, 600] as const;
/** The goals in s for the deployment as it is. Competitors take 4.1 s for an hour on a GPU (Together) and 10 s (Deepgram). */
const goals = { 60: 5, 300: 8 };
const maxGrowth = 2;
/** Numbers of concurrent executions that AWS grants on request without a fee. */
const largeAccounts = [3_000, 10_000] as const;

const measure = async () => {
  using folder = temporaryFolder();
  const service = await startService();
  try {
    const { file } = longAudio(sampleMinutes, folder.path);
    const coldMs = await measureColdStarts(service);
    const real = await runOnLocalStack(service, file);
    const measured = meanOf(await measureStages(service, file));
    const decoderMs = await decoderStartMs(findFfmpeg(speechDir));
    const stages: Stages = { ...measured, decoderMs, coldMs };
    return { real, stages, bytes: statSync(file).size };
  } finally {
    await service.stop();
  }
};

const withChunks = (stages: Stages, change: (chunk: ChunkTimes) => ChunkTimes): Stages => ({
  ...stages,
  chunks: stages.chunks.map(change),
});

const printStages = ({ chunks, callMs, mergeMs, mainThread, planMs, decoderMs, coldMs }: Stages): void => {
  const spanMs = sum(chunks, (chunk) => chunk.spanMs);
  const perMinute = (name: 'decodeMs' | 'cutMs'): number =>
    rounded((60_000 * sum(chunks, (chunk) => chunk[name])) / spanMs);
  const recognizeMs = chunks.map((chunk) => chunk.recognizeMs);
  print({
    figure: 'processor time of stages here',
    value: {
      load_average: rounded(loadavg()[0] ?? 0),
      chunks: chunks.length,
      decode_per_minute: perMinute('decodeMs'),
      cut_per_minute: perMinute('cutMs'),
      recognize_median: rounded(median(recognizeMs)),
      recognize_max: rounded(Math.max(...recognizeMs)),
      merge_per_chunk: rounded(mergeMs),
      main_thread_reading: rounded(mainThread.getText),
      main_thread_merging: rounded(mainThread.merge),
      plan_per_minute: rounded(planMs),
      start_of_decoder: rounded(decoderMs),
      cold_split: rounded(coldMs.split),
      cold_recognize: rounded(coldMs.recognize),
      cold_finish: rounded(coldMs.finish),
    },
    unit: 'ms',
  });
  const value = Object.fromEntries(Object.entries(callMs).map(([call, ms]) => [call, rounded(ms)]));
  print({ figure: 'processor time of an AWS call here', value, unit: 'ms' });
};

const validate = ({ real, stages, bytes }: Awaited<ReturnType<typeof measure>>): void => {
  const job = { chunks: stages.chunks, bytes };
  const predicted = runJob(job, stages, laptop(real.processors), seeded(1));
  const ratio = predicted.completedMs / real.completedMs;
  const value = {
    predicted: seconds(predicted.completedMs),
    measured: seconds(real.completedMs),
    ratio: rounded(ratio, 3),
    processors: rounded(real.processors),
  };
  const figure = `${sampleMinutes} min of audio on the local stack, predicted and measured`;
  print({ figure, value, unit: 's', target: '0.9 to 1.1', pass: Math.abs(ratio - 1) <= 0.1 });
};

const runMany = (minutes: number, stages: Stages, deployment: Deployment): (Turnaround & Billed)[] =>
  Array.from({ length: runs }, (_, run) =>
    runJob(randomAudio(minutes, stages, run), stages, deployment, seeded(1_000 + run)),
  );

const of = (many: readonly (Turnaround & Billed)[], name: keyof (Turnaround & Billed)): number =>
  median(many.map((one) => one[name]));

/** The median of each length, in s. */
const printTurnaround = (name: string, stages: Stages, deployment: Deployment): number[] => {
  const p50 = lengths.map((minutes) => {
    const many = runMany(minutes, stages, deployment);
    const all = many.map(({ completedMs }) => completedMs);
    const value = {
      p50: seconds(median(all)),
      p95: seconds(quantiles(all).p95),
      last_chunk_cut: seconds(of(many, 'splitMs')),
      last_chunk_recognized: seconds(of(many, 'recognizedMs')),
      gb_seconds_per_minute: rounded(of(many, 'gbSeconds') / minutes, 3),
      usd_per_minute: rounded(of(many, 'usd') / minutes, 6),
    };
    print({ figure: `${minutes} min of audio in AWS, ${name}`, value, unit: 's' });
    return seconds(median(all));
  });
  const ratio = (p50[2] ?? 0) / (p50[0] ?? 1);
  print({ figure: `600 min over 60 min, ${name}`, value: rounded(ratio), unit: 'ratio' });
  return p50;
};

const printGoals = (
  figure: string,
  [hour = Infinity, fiveHours = Infinity, tenHours = Infinity]: number[],
): void => {
  const atMost = (what: string, value: number, limit: number, unit: string): void =>
    print({ figure: `${figure}: ${what}`, value, unit, target: `at most ${limit}`, pass: value <= limit });
  atMost('1 h (peers 4.1 and 10 s)', hour, goals[60], 's');
  atMost('5 h', fiveHours, goals[300], 's');
  atMost('10 h over 1 h (a peer about 9)', rounded(tenHours / hour), maxGrowth, 'ratio');
};

const measured = await measure();
printStages(measured.stages);
validate(measured);

// Functions have the layer's ffmpeg. It starts in a tenth of the time of an ffmpeg that links a hundred libraries.
const stages: Stages = {
  ...measured.stages,
  decoderMs: await decoderStartMs(findFfmpeg(environment.SPEECH_DIR)),
};
print({ figure: 'start of the decoder of the layer', value: rounded(stages.decoderMs), unit: 'ms' });
const unlimited = { first: 1_000, morePerMinute: 0, max: 1_000 };
printGoals('goals, warm', printTurnaround('as built, warm', stages, aws));
for (const executions of largeAccounts) {
  const large = `warm, in an account of ${executions} executions`;
  printGoals(`goals, ${large}`, printTurnaround(large, stages, awsOf(executions)));
}
const largeHelpers = 'with helperProcesses 4, warm';
printGoals(`goals, ${largeHelpers}`, printTurnaround(largeHelpers, stages, { ...aws, processesOfHelper: 4 }));
printTurnaround('as built, cold', stages, { ...aws, warm: false });
printTurnaround('without helpers, warm', stages, awsWithoutHelpers);
printTurnaround('without helpers, cold', stages, { ...awsWithoutHelpers, warm: false });

// The gains of possible changes to the product, with warm functions.
const third = (chunk: ChunkTimes): ChunkTimes => ({
  spanMs: chunk.spanMs / 3,
  decodeMs: chunk.decodeMs / 3,
  cutMs: chunk.cutMs / 3,
  recognizeMs: chunk.recognizeMs / 3,
});
for (const pollers of [2, 10])
  printTurnaround(`with eventPollers ${pollers}`, stages, awsWithPollers(pollers));
printTurnaround('queued as soon as it is uploaded', stages, { ...aws, plannedBefore: false });
printTurnaround('parts of half a minute that recognize what they decoded', stages, {
  ...aws,
  splitters: aws.recognizers,
  recognizers: aws.splitters,
  partMs: 30_000,
  partsRecognize: true,
});
printTurnaround('without the limit on added pollers', stages, { ...aws, recognizers: unlimited });
printTurnaround('cut as one, as formats are whose seeking is not exact', stages, {
  ...aws,
  partMs: Infinity,
});
const unlimitedParts = {
  ...aws,
  maxConcurrentSends: 1_000,
  recognizers: unlimited,
  splitters: unlimited,
  partMs: 60_000,
};
printTurnaround('parts of a minute, chunks sent concurrently, without limits', stages, unlimitedParts);
printTurnaround('the same with chunks of a third of the length', withChunks(stages, third), unlimitedParts);
printBurst(stages);
process.exit();
