/**
 * Measures how processor time, memory and disk of the deployed functions grow with the length of the audio. Each length
 * runs on its own local stack with the real bundles, each function in its own processes. node bench/growth.ts [minutes …]
 */
import { openAsBlob, statSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { type Service, startService } from '../test/support/local-service.ts';
import { print } from './support/figure.ts';
import { type Usage, watchFunctions } from './support/function-usage.ts';
import { lineThrough } from './support/line.ts';
import { longAudio } from './support/long-audio.ts';
import { rounded } from './support/numbers.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

type Measurement = { minutes: number; sourceBytes: number; usage: ReadonlyMap<string, Usage> };

const lengths = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 10, 60];
const kinds = ['splitaudio', 'ffmpeg', 'recognizechunk', 'finishjob'];
// Their work depends on elapsed time, not on the audio.
const clockDriven = /getv1transcriptionstranscriptionidhandle|sweep|deadletter/;

/** Queues the file and polls until the job is completed and its audio deleted. */
const transcribe = async (service: Service, file: string) => {
  const upload_id = await service.upload(await openAsBlob(file), 'audio/mpeg');
  const { body: queued } = await service.call('POST', '/v1/transcriptions', { body: { upload_id } });
  for (;;) {
    await delay(5_000);
    // A single poll may fail on a busy machine and must not lose hours of work.
    const answer = await service.call('GET', `/v1/transcriptions/${queued.id}`).catch(() => undefined);
    const job = answer?.body;
    if (job?.status === 'failed') throw new Error(job.error.message);
    if (job?.status === 'completed' && job.source.deleted_at !== null) return job;
  }
};

const measure = async (minutes: number): Promise<Measurement> => {
  using folder = temporaryFolder();
  const service = await startService();
  const usageSoFar = watchFunctions();
  try {
    const { file, recordings } = longAudio(minutes, folder.path);
    const job = await transcribe(service, file);
    const wall = (Date.parse(job.completed_at) - Date.parse(job.created_at)) / 1000;
    const value = { recordings, wall, load: loadavg()[0] ?? 0 };
    print({ figure: `${minutes} min of audio on the local stack`, value, unit: 'files joined, s, load' });
    return { minutes, sourceBytes: statSync(file).size, usage: usageSoFar() };
  } finally {
    usageSoFar();
    await service.stop();
  }
};

const of = ({ usage }: Measurement, kind: string): Usage | undefined =>
  [...usage].find(([name]) => name.includes(kind))?.[1];

const cpuSecondsOf = ({ usage }: Measurement): number =>
  [...usage].reduce((sum, [name, { cpuSeconds }]) => (clockDriven.test(name) ? sum : sum + cpuSeconds), 0);

const report = (measurement: Measurement): void => {
  const { minutes, sourceBytes } = measurement;
  const each = (pick: (usage: Usage) => number) =>
    Object.fromEntries(kinds.map((kind) => [kind, rounded(pick(of(measurement, kind) ?? none))]));
  const all = { ...each(({ cpuSeconds }) => cpuSeconds), all: rounded(cpuSecondsOf(measurement)) };
  print({ figure: `processor time, ${minutes} min (ffmpeg within splitaudio)`, value: all, unit: 's' });
  print({ figure: `peak resident set, ${minutes} min`, value: each((usage) => usage.peakRssMb), unit: 'MB' });
  const disk = of(measurement, 'splitaudio')?.peakDiskBytes ?? 0;
  const value = { disk, source: sourceBytes, ratio: rounded(disk / sourceBytes, 3) };
  print({ figure: `temporary files of splitaudio, ${minutes} min`, value, unit: 'bytes' });
};
const none: Usage = { cpuSeconds: 0, peakRssMb: 0, peakDiskBytes: 0 };

const reportGrowth = (ten: Measurement, longest: Measurement): void => {
  for (const kind of kinds) {
    const ratio = (of(longest, kind)?.peakRssMb ?? 0) / (of(ten, kind)?.peakRssMb ?? 0);
    const value = rounded(ratio, 3);
    const figure = `resident set of ${kind}, ${longest.minutes} min over 10 min`;
    print({ figure, value, unit: 'ratio', target: '≤ 1.10', pass: ratio <= 1.1 });
  }
};

const all: Measurement[] = [];
for (const minutes of lengths) {
  const measurement = await measure(minutes);
  report(measurement);
  all.push(measurement);
}
const { slope, intercept, rSquared } = lineThrough(all.map((one) => [one.minutes, cpuSecondsOf(one)]));
const perMinute = { slope: rounded(slope, 3), constant: rounded(intercept) };
print({ figure: 'processor time per minute of audio, and per job', value: perMinute, unit: 's' });
print({
  figure: `R² of the linear fit through ${lengths.join(', ')} min`,
  value: rounded(rSquared, 6),
  unit: '',
  target: '≥ 0.999',
  pass: rSquared >= 0.999,
});
const ten = all.find(({ minutes }) => minutes === 10);
const longest = all.toSorted((a, b) => a.minutes - b.minutes).at(-1);
if (ten && longest && longest.minutes > 10) reportGrowth(ten, longest);
process.exit();
