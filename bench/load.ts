/**
 * Queues many jobs of ten seconds on a local stack while functions are killed. Reports whether each job ended once and was
 * charged once, what a job costs beside many others, and what another project notices. node bench/load.ts [jobs]
 */
import { readdirSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { randomId } from '#lib/platform/ids.ts';
import type { OnCall } from '#local/aws-endpoint/on-call.ts';
import { seeded } from '../test/simulator/random.ts';
import { auditOf } from '../test/support/books.ts';
import { startService, tenSeconds } from '../test/support/local-service.ts';
import { operatorOf } from '../test/support/operator.ts';
import { persistentCustomer } from '../test/support/persistent.ts';
import { print } from './figure.ts';
import { watchFunctions } from './function-usage.ts';
import { quantiles } from './quantiles.ts';

const few = 20;
const [many = 200] = process.argv.slice(2).map(Number);
/** Of the calls of AWS that workers make. A job makes about fifty. */
const killShare = 0.002;
const customersAtOnce = 8;
const neighbourEveryMs = 2_000;
const maxMs = 3 * 60 * 60_000;
const workers = /splitaudio|recognizechunk|finishjob/;

const random = seeded(1);
/** The neighbour's workers stay alive: what it notices should be the others' doing. */
const faults = { areOn: false, kills: 0, spared: '' };
const onCall: OnCall = ({ functionName, subject }) => {
  const mayDie = faults.areOn && workers.test(functionName) && !subject.includes(faults.spared);
  if (!mayDie || !random.chance(killShare)) return undefined;
  faults.kills += 1;
  return 'kill';
};

const service = await startService({ onCall });
faults.spared = service.projectId;
const operator = operatorOf(service.stack);
const file = tenSeconds('-f', 'ogg');
const model = await service.transcribe(file, 'audio/ogg');

/** Each job has a project of its own, so that its books are seen apart. */
const queueJob = async () => {
  const projectId = randomId('prj');
  const key = await operator.newKey(projectId);
  const customer = persistentCustomer(service.stack.baseUrl, key, `key-of-${projectId}`);
  const id = await customer.queue({ upload_id: await customer.upload(file) });
  return { id, projectId, view: () => customer.view(id) };
};
type Job = Awaited<ReturnType<typeof queueJob>>;

const queueJobs = async (count: number): Promise<Job[]> => {
  const jobs: Job[] = [];
  const queueNext = async (): Promise<void> => {
    while (jobs.length < count) jobs.push(await queueJob());
  };
  await Promise.all(Array.from({ length: customersAtOnce }, queueNext));
  return jobs;
};

const state = () => ({
  resident_mb: Math.round(process.memoryUsage().rss / 1024 ** 2),
  descriptors: readdirSync('/proc/self/fd').length,
  temporary_folders: readdirSync(tmpdir()).filter((name) => name.startsWith('earshot-scratch-')).length,
});

/** Queues jobs and waits for their ends. */
const load = async (count: number) => {
  const usageSoFar = watchFunctions();
  const from = performance.now();
  const jobs = await queueJobs(count);
  const settled = await operator.untilSettled(new Set(jobs.map(({ id }) => id)), maxMs);
  const seconds = (performance.now() - from) / 1_000;
  const usage = [...usageSoFar().values()];
  const cpuMs = usage.reduce((sum, { cpuSeconds }) => sum + 1_000 * cpuSeconds, 0) / jobs.length;
  const peakRssMb = Math.max(...usage.map((one) => one.peakRssMb));
  return { jobs, lost: jobs.length - settled.length, seconds, cpuMs, peakRssMb };
};

/** The turnaround of jobs of another project, one after the other, until `isOver`. */
const neighbour = async (isOver: (jobs: number) => boolean): Promise<number[]> => {
  const times: number[] = [];
  while (!isOver(times.length)) {
    const { created_at, completed_at } = await service.transcribe(file, 'audio/ogg');
    times.push(Date.parse(completed_at) - Date.parse(created_at));
    await delay(neighbourEveryMs);
  }
  return times;
};

const alone = quantiles(await neighbour((jobs) => jobs === 10));
faults.areOn = true;
const before = { ...(await load(few)), ...state() };
const loading = { isOver: false };
const [after, beside] = await Promise.all([
  load(many).finally(() => (loading.isOver = true)),
  neighbour(() => loading.isOver).then(quantiles),
]);
faults.areOn = false;

const audit = await auditOf(operator);
const { transcript, audio_ms: audioMs } = model;
const violations: string[] = [];
for (const { projectId, view } of after.jobs)
  violations.push(...(await audit({ projectId, view, transcript, audioMs, ends: ['completed'] })));
for (const violation of violations.slice(0, 10)) console.error(violation);

const value = {
  jobs: many,
  kills: faults.kills,
  lost: after.lost,
  wrong: violations.length,
  seconds: Math.round(after.seconds),
  load_average: Math.round(loadavg()[0] ?? 0),
};
const isWhole = after.lost === 0 && violations.length === 0;
print({
  figure: 'jobs queued at once while functions are killed',
  value,
  unit: 'jobs, s',
  target: '0 lost, 0 wrong',
  pass: isWhole,
});
const ratio = Number((after.cpuMs / before.cpuMs).toFixed(2));
const cpu = { few: Math.round(before.cpuMs), many: Math.round(after.cpuMs), ratio };
print({
  figure: `processor time of a job among ${few} and among ${many}`,
  value: cpu,
  unit: 'ms',
  target: '0.9 to 1.1',
  pass: Math.abs(ratio - 1) <= 0.1,
});
const noticed = Number((beside.p95 / alone.p95).toFixed(2));
print({
  figure: "another project's job, alone and beside",
  value: { alone: alone.p95, beside: beside.p95, ratio: noticed },
  unit: 'ms, p95',
  target: 'at most 1.5',
  pass: noticed <= 1.5,
});
const { resident_mb, descriptors, temporary_folders } = state();
const memory = {
  functions_before: before.peakRssMb,
  functions_after: after.peakRssMb,
  stack_before: before.resident_mb,
  stack_after: resident_mb,
};
print({
  figure: 'peak memory of a function, and memory of the stack',
  value: Object.fromEntries(Object.entries(memory).map(([name, mb]) => [name, Math.round(mb)])),
  unit: 'MB',
});
print({
  figure: 'descriptors and temporary folders of the stack',
  value: {
    descriptors_before: before.descriptors,
    descriptors,
    folders_before: before.temporary_folders,
    folders: temporary_folders,
  },
  unit: 'count',
});
await service.stop();
process.exit();
