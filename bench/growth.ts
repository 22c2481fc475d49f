/**
 * G14: how processor time, memory and disk of the deployed functions grow with the length of the audio. Each length
 * has a local stack of its own with the real bundles, each function its own processes: node bench/growth.ts [minutes …]
 */
import { mkdtempSync, openAsBlob, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Service, startService } from '../test/support/local-service.ts';
import { print } from './figure.ts';
import { type Usage, watchFunctions } from './function-usage.ts';
import { lineThrough } from './line.ts';
import { longAudio } from './long-audio.ts';

type Grown = { minutes: number; sourceBytes: number; usage: ReadonlyMap<string, Usage> };

const lengths = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1, 10, 60];
const kinds = ['splitaudio', 'ffmpeg', 'recognizechunk', 'finishjob'];
// Their work grows with the time that passes, not with the audio.
const clockDriven = /transcriptionsget|sweep|deadletter/;

/** Queues the file and looks until the job is over, which is when its audio is removed too. */
const transcribe = async (service: Service, file: string) => {
  const upload_id = await service.upload(await openAsBlob(file), 'audio/mpeg');
  const { body: queued } = await service.call('POST', '/v1/transcriptions', { body: { upload_id } });
  for (;;) {
    await delay(5_000);
    // On a busy machine a look may fail; hours of work are not to be lost for that.
    const answer = await service.call('GET', `/v1/transcriptions/${queued.id}`).catch(() => undefined);
    const job = answer?.body;
    if (job?.status === 'failed') throw new Error(job.error.message);
    if (job?.status === 'completed' && job.source.deleted_at !== null) return job;
  }
};

const grow = async (minutes: number): Promise<Grown> => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));
  const service = await startService();
  const usageSoFar = watchFunctions();
  try {
    const { file, recordings } = longAudio(minutes, folder);
    const job = await transcribe(service, file);
    const wall = (Date.parse(job.completed_at) - Date.parse(job.created_at)) / 1000;
    const value = { recordings, wall, load: loadavg()[0] ?? 0 };
    print({ figure: `${minutes} min of audio on the local stack`, value, unit: 'files joined, s, load' });
    return { minutes, sourceBytes: statSync(file).size, usage: usageSoFar() };
  } finally {
    usageSoFar();
    await service.stop();
    rmSync(folder, { recursive: true });
  }
};

const of = ({ usage }: Grown, kind: string): Usage | undefined =>
  [...usage].find(([name]) => name.includes(kind))?.[1];

const cpuSecondsOf = ({ usage }: Grown): number =>
  [...usage].reduce((sum, [name, { cpuSeconds }]) => (clockDriven.test(name) ? sum : sum + cpuSeconds), 0);

const rounded = (value: number, digits = 2): number => Number(value.toFixed(digits));

const report = (grown: Grown): void => {
  const { minutes, sourceBytes } = grown;
  const each = (pick: (usage: Usage) => number) =>
    Object.fromEntries(kinds.map((kind) => [kind, rounded(pick(of(grown, kind) ?? none))]));
  const all = { ...each(({ cpuSeconds }) => cpuSeconds), all: rounded(cpuSecondsOf(grown)) };
  print({ figure: `processor time, ${minutes} min (ffmpeg within splitaudio)`, value: all, unit: 's' });
  print({ figure: `peak resident set, ${minutes} min`, value: each((usage) => usage.peakRssMb), unit: 'MB' });
  const disk = of(grown, 'splitaudio')?.peakDiskBytes ?? 0;
  const value = { disk, source: sourceBytes, ratio: rounded(disk / sourceBytes, 3) };
  print({ figure: `temporary files of splitaudio, ${minutes} min`, value, unit: 'bytes' });
};
const none: Usage = { cpuSeconds: 0, peakRssMb: 0, peakDiskBytes: 0 };

const reportGrowth = (ten: Grown, longest: Grown): void => {
  for (const kind of kinds) {
    const ratio = (of(longest, kind)?.peakRssMb ?? 0) / (of(ten, kind)?.peakRssMb ?? 0);
    const value = rounded(ratio, 3);
    const figure = `resident set of ${kind}, ${longest.minutes} min over 10 min`;
    print({ figure, value, unit: 'ratio', target: '≤ 1.10', pass: ratio <= 1.1 });
  }
};

const all: Grown[] = [];
for (const minutes of lengths) {
  const grown = await grow(minutes);
  report(grown);
  all.push(grown);
}
const { slope, intercept, rSquared } = lineThrough(all.map((one) => [one.minutes, cpuSecondsOf(one)]));
const perMinute = { slope: rounded(slope, 3), constant: rounded(intercept) };
print({ figure: 'processor time per minute of audio, and per job', value: perMinute, unit: 's' });
print({
  figure: `R² of a line through ${lengths.join(', ')} min`,
  value: rounded(rSquared, 6),
  unit: '',
  target: '≥ 0.999',
  pass: rSquared >= 0.999,
});
const ten = all.find(({ minutes }) => minutes === 10);
const longest = all.toSorted((a, b) => a.minutes - b.minutes).at(-1);
if (ten && longest && longest.minutes > 10) reportGrowth(ten, longest);
process.exit();
