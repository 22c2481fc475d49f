/**
 * Queues many jobs of seconds, and one of five minutes per hundred, on a local stack. Meanwhile, its functions and the whole
 * stack are killed, and another project's URLs are slow. Reports whether each job ended once and was charged once, the cost of a
 * job among few and among many, the effect on another project, and any growth. node bench/load.ts [jobs] [minutes] [words]
 *
 * The jobs are queued evenly over the minutes, or with the word `burst` as fast as the stack takes them. With `calm` nothing is
 * killed and no URL is slow. With `short` there are no jobs of five minutes.
 */
import { mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lastingPort } from '../test/support/lasting-port.ts';
import { client, speechDir, tenSeconds } from '../test/support/local-service.ts';
import { type Operator, operatorOf } from '../test/support/operator.ts';
import { setup as shareAssembly } from '../test/support/shared-assembly.ts';
import { auditJobs } from './load/audit.ts';
import { observeFunctions } from './support/function-usage.ts';
import { followJobs, insist, type Job, queueJobs, type Recording } from './load/jobs.ts';
import { lastingStack, type Started } from './load/lasting-stack.ts';
import { neighbourJobs } from './load/neighbour.ts';
import { report, type Run } from './load/report.ts';
import { scriptedRuntime } from './load/scripted-runtime.ts';
import { queueSlowUrls, startSlowWeb } from './load/slow-urls.ts';
import { type Snapshot, snapshotOf } from './load/snapshot.ts';
import { longAudio } from './support/long-audio.ts';

const [many = 200, minutes = 2] = process.argv.slice(2, 4).map(Number);
const [isBurst, isCalm, isShort] = ['burst', 'calm', 'short'].map((word) => process.argv.includes(word));
const few = Math.min(100, many);
/** A hundred jobs are measured this often: the kills among them are few, and each costs the start of a function. */
const rounds = 5;
const minuteMs = 60_000;
const minutesPerPowerCut = 12;
/** Jobs are lost if none of the remaining ones has ended for so long. */
const patienceMs = 20 * minuteMs;
const jobsAlone = 20;
/** Samples rarely, because the sampling itself should cost little. */
const sampleMs = 1_000;

const note = (what: string, more: object = {}): void =>
  console.error(new Date().toISOString(), what, JSON.stringify({ load: loadavg()[0], ...more }));

const folder = mkdtempSync(join(tmpdir(), 'earshot-load-'));
const removeAssembly = await shareAssembly();
const web = await startSlowWeb();
const stack = lastingStack({
  dataDir: join(folder, 'data'),
  port: await lastingPort(),
  speechDir: scriptedRuntime(speechDir, join(folder, 'speech')),
  allowed: [web.allowed],
});
const operatorOn = (started: Started): Operator => operatorOf({ ...started, invoke: async () => undefined });
const started = await stack.start();
const { baseUrl, key, projectId: spared } = started;
let operator = operatorOn(started);
const usage = observeFunctions({ stackPid: () => stack.pid() ?? 0, everyMs: sampleMs });
const snapshots: Snapshot[] = [];
const watching = setInterval(() => {
  const snapshot = snapshotOf(stack.pid() ?? 0);
  snapshots.push(snapshot);
  note('sample', snapshot);
}, minuteMs);

const customers = { baseUrl, newKey: (projectId: string) => operator.newKey(projectId) };
/** Transcribes the file once. */
const recordingOf = (file: Blob, contentType: string): Promise<Recording> =>
  insist(async () => {
    // A new key, because the neighbour may use up the requests of another key of its project.
    const own = client(baseUrl, await operator.newKey(spared));
    const { status, transcript, audio_ms: audioMs } = await own.transcribe(file, contentType);
    if (status !== 'completed') throw new Error(`The first job of a file is ${status}.`);
    return { file, transcript, audioMs };
  });
const short = await recordingOf(tenSeconds('-af', 'volume=-20dB', '-f', 'ogg'), 'audio/ogg');
const longs = isShort ? [] : [await recordingOf(await openAsBlob(longAudio(5, folder).file), 'audio/mpeg')];
/** `count` jobs of seconds, with a long job in the middle of each hundred. */
const recordingsOf = (count: number): Recording[] =>
  Array.from({ length: count }, (_, i) => (i % 100 === 50 ? [short, ...longs] : [short])).flat();

/** The processor time of the functions in ms, without polls, because their number depends on the customers. */
const cpuMs = (): number =>
  [...usage.soFar()].reduce(
    (sum, [name, { cpuSeconds }]) =>
      sum + (name.includes('getv1transcriptionstranscriptionid') ? 0 : 1_000 * cpuSeconds),
    0,
  );

/** Queues jobs at the pace of the whole run, and waits for their ends. */
const load = async (count: number): Promise<Run> => {
  const from = Date.now();
  const before = { cpu: cpuMs(), kills: stack.kills() };
  const recordings = recordingsOf(count);
  const paceMs = (minutes * minuteMs * count) / many;
  const jobs: Job[] = [];
  const queueing = queueJobs(customers, recordings, {
    overMs: isBurst ? 0 : paceMs,
    onJob: (job) => jobs.push(job),
  });
  const following = followJobs(jobs, { count: recordings.length, patienceMs });
  await queueing;
  note('queued', { jobs: jobs.length, seconds: (Date.now() - from) / 1_000 });
  const lost = await following;
  note('settled', { jobs: jobs.length, lost: lost.length, seconds: (Date.now() - from) / 1_000 });
  const kills = stack.kills() - before.kills;
  return { jobs, lost, fromMs: from, toMs: Date.now(), cpuMs: cpuMs() - before.cpu, kills };
};

const outages: { readonly fromMs: number; readonly toMs: number }[] = [];
/** Kills the whole stack from time to time, and starts it again on its data. */
const cutPower = async (isOver: () => boolean): Promise<void> => {
  const stackKills = Math.ceil(minutes / minutesPerPowerCut);
  const everyMs = (minutes * minuteMs) / (stackKills + 1);
  for (let next = Date.now() + everyMs; outages.length < stackKills && !isOver(); await delay(1_000)) {
    if (Date.now() < next) continue;
    next += everyMs;
    const fromMs = Date.now();
    await stack.killHard();
    operator = operatorOn(await stack.start());
    outages.push({ fromMs, toMs: Date.now() });
    note('power cut', { seconds: (Date.now() - fromMs) / 1_000 });
  }
};

const neighbour = { baseUrl, key, file: short.file };
const alone = await neighbourJobs(neighbour, (jobs) => jobs === jobsAlone);
note('alone');
// Starts the processes of the functions. Their start would otherwise count for more in a run with few jobs.
await load(few);
stack.setFaults({ areOn: !isCalm, spared });
const loading = { isOver: false };
const isOver = (): boolean => loading.isOver;
const isSpared = (): boolean => isCalm || isOver();
const dripping = queueSlowUrls(customers, web.url, isSpared);
const noticing = neighbourJobs(neighbour, isOver);
const firsts: Run[] = [];
while (firsts.length < rounds) firsts.push(await load(few));
const cutting = cutPower(isSpared);
const all = await load(many);
loading.isOver = true;
const [beside, slow] = await Promise.all([noticing, dripping, cutting]);
stack.setFaults({ areOn: false, spared });

note('audit');
const wrong = await auditJobs(
  operator,
  [...firsts, all].flatMap(({ jobs }) => jobs),
  slow,
);
for (const violation of wrong.slice(0, 20)) console.error(violation);
clearInterval(watching);
usage.stop();
report({ firsts, all, alone, beside, outages, snapshots, kills: stack.kills(), wrong: wrong.length });
await stack.killHard();
web.stop();
removeAssembly();
rmSync(folder, { recursive: true, force: true });
process.exit();
