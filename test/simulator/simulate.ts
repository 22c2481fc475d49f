import { Limits } from '#lib/platform/limits/limits.ts';
import { fetchAudio } from '#lib/domain/transcriptions/fetch-audio.ts';
import { failDead } from '#lib/domain/transcriptions/fail-dead.ts';
import { finishTranscription } from '#lib/domain/transcriptions/finish-transcription.ts';
import {
  ChunkMessage,
  DeadMessage,
  FetchMessage,
  FinishMessage,
  SplitMessage,
} from '#lib/domain/transcriptions/messages.ts';
import { mayFinishForMinutes, maySplitForMinutes } from '#lib/domain/transcriptions/may-take-minutes.ts';
import { recognizeChunk } from '#lib/domain/transcriptions/recognize-chunk.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import { sweep } from '#lib/domain/transcriptions/sweep.ts';
import { workOnAudio } from '#lib/domain/transcriptions/work-on-audio.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { memoryDatabase } from '../support/memory-repository.ts';
import { newSpeech } from './audio.ts';
import { hour, minute, newChaos, second } from './chaos.ts';
import { newVerifier } from './verifier.ts';
import { newLeftovers } from './leftovers.ts';
import { newEffectHooks } from './effect-hooks.ts';
import { newPermits } from './permits.ts';
import type { Mutant } from './mutant.ts';
import { type Backends, type Deps, portsOf } from './ports.ts';
import { startScenario } from './scenario.ts';
import { newDeletionVerifier } from './deletion-verifier.ts';
import { newBudget } from './budget.ts';
import { newQueue } from './queue.ts';
import { seeded } from '../support/random.ts';
import { newTimeline } from './timeline.ts';
import { newPermitRunner } from './permit-runner.ts';
import { type OnFailed, newFailureVerifier } from './failure-verifier.ts';
import { newWeb } from './web.ts';
import { type Setting, startWorker, type Worker } from './worker.ts';

/** Never aborts: simulated time limits end workers instead. */
const { signal } = new AbortController();

const budgetSeedOffset = 1_000_000_007;
const startMs = Date.parse('2026-11-20T10:00:00.000Z');
/** All jobs must be finished and cleaned up this long after the last fault. */
const maxSettleMs = 30 * hour;

export type Run = {
  /** The first violated guarantee. */
  readonly violation: string | undefined;
  readonly trace: readonly string[];
  readonly ends: readonly string[];
};

export type RunOptions = { readonly mutant?: Mutant; readonly traced?: boolean };

/** Workers that open customers' files have no access to results. */
const withoutResults = ({ results: _results, ...deps }: Deps): Omit<Deps, 'results'> => deps;

/** Runs the real protocol in a simulation that only depends on the seed. */
export const simulate = async (
  seed: number,
  { mutant = {}, traced = false }: RunOptions = {},
): Promise<Run> => {
  const random = seeded(seed);
  const timeline = newTimeline(startMs);
  const chaos = newChaos(random, startMs);
  const lines: string[] = [];
  const trace = (line: string): void => {
    if (traced) lines.push(`${timeline.now().toISOString().slice(8, 23)} ${line}`);
  };
  const effectHooks = newEffectHooks();
  const setting: Setting = { timeline, random, chaos, trace, effectDone: effectHooks.effectDone };

  const limits = Limits.parse({
    ...(random.chance(0.3) && { unfinishedJobsPerProject: 1 }),
    ...(random.chance(0.2) && { unfinishedJobsPerOrganization: 1 }),
  });
  // A separate generator, so that the rest of the simulation is the same with and without prepayment.
  const budget = newBudget(seeded(seed + budgetSeedOffset));
  const database = memoryDatabase(limits, budget.testLimitMs);
  const store: TranscriptionRepository = { ...database.store, ...mutant.store?.(database) };
  const audio = memoryBucket();
  const resultBucket = memoryBucket();
  const results = { ...resultBucket, ...mutant.results?.(resultBucket) };
  const speech = newSpeech(random);
  const web = newWeb({ timeline, random });
  const verifier = newVerifier({
    database,
    results: results.objects,
    timeline,
    sourceOf: (id) => scenarios.find(({ scenario }) => scenario.requested.has(id))?.scenario.recording.source,
    cuts: speech.cuts,
    faultsEndAt: chaos.endsAt,
    limits,
    budget,
  });
  const leftovers = newLeftovers({ database, verifier, timeline, chaos });
  const deletions = newDeletionVerifier(database, verifier);
  const failures = newFailureVerifier(database, verifier, deletions);

  const fail =
    (onFailed: OnFailed): TranscriptionRepository['fail'] =>
    async (ref, ...rest) => {
      const before = await store.find(ref);
      const failed = await store.fail(ref, ...rest);
      failures.verifyAttempt(ref.attempt, failed);
      onFailed(failed, before);
      return failed;
    };
  const depsOf = (worker: Worker, onFailed: OnFailed = () => {}): Deps => {
    const put: Backends['audio']['put'] = (key, ...rest) => {
      leftovers.written(key, worker);
      return audio.put(key, ...rest);
    };
    const putOnce: Backends['results']['putOnce'] = (key, ...rest) => {
      if (!results.objects.has(key)) leftovers.written(key, worker);
      return results.putOnce(key, ...rest);
    };
    const deps = portsOf(
      {
        ...backends,
        store: { ...store, fail: fail(onFailed) },
        audio: { ...audio, put },
        results: { ...results, putOnce },
      },
      worker,
    );
    return { ...deps, ...mutant.deps?.(deps, worker, database) };
  };

  const permits = newPermits(random.pick(1, 2, 10), timeline);
  const withPermitOf = newPermitRunner({ permits, random, mutant });

  const dead = newQueue(setting, {
    name: 'dead',
    schema: DeadMessage,
    timeoutMs: minute,
    run: (worker, message) => {
      const onFailed = failures.verifyDeadMessage(message, timeline.now);
      return (mutant.failDead ?? failDead)(withoutResults(depsOf(worker, onFailed)), message);
    },
    ended: failures.verifyWorker,
  });
  const worked = { ended: failures.verifyWorker, onDead: dead.send };
  const fetch = newQueue(setting, {
    name: 'fetch',
    schema: FetchMessage,
    timeoutMs: 12 * minute,
    ...worked,
    run: (worker, message): Promise<void> =>
      withPermitOf({ worker, stage: 'fetch', send: fetch.send }, message, (one) =>
        fetchAudio(withoutResults(depsOf(worker)), one),
      ),
  });
  const split = newQueue(setting, {
    name: 'split',
    schema: SplitMessage,
    timeoutMs: 15 * minute,
    ...worked,
    run: (worker, message): Promise<void> => {
      const deps = withoutResults(depsOf(worker));
      const needsPermit = maySplitForMinutes(deps);
      return withPermitOf({ worker, stage: 'split', send: split.send, needsPermit }, message, (one) =>
        workOnAudio(deps, one),
      );
    },
  });
  const chunk = newQueue(setting, {
    name: 'chunk',
    schema: ChunkMessage,
    timeoutMs: 2 * minute,
    ...worked,
    run: (worker, message) => recognizeChunk(depsOf(worker), message),
  });
  const finish = newQueue(setting, {
    name: 'finish',
    schema: FinishMessage,
    timeoutMs: 2 * minute,
    ...worked,
    run: (worker, message, isLastTry): Promise<void> => {
      const deps = depsOf(worker, failures.verifyFinisher(isLastTry));
      const needsPermit = mayFinishForMinutes(deps);
      return withPermitOf({ worker, stage: 'finish', send: finish.send, needsPermit }, message, (one) =>
        finishTranscription(deps, one, { isLastTry, signal }),
      );
    },
  });
  const backends: Backends = {
    database,
    store,
    audio,
    results,
    speech,
    web,
    budget,
    now: timeline.now,
    sendFetch: fetch.send,
    sendSplit: split.send,
    sendChunk: chunk.send,
    sendFinish: finish.send,
  };

  let sweptAt = startMs;
  const startSweep = (): void => {
    sweptAt = timeline.ms();
    const life = { name: 'sweep', timeoutMs: 50 * second, ended: () => {} };
    startWorker(setting, life, (worker) => {
      return (mutant.sweep ?? sweep)(depsOf(worker, failures.verifySweeper));
    });
  };
  /** The sweeper runs every minute. Sweeps without due jobs do nothing and are skipped. */
  const nextSweepAt = (): number => {
    let first = Infinity;
    for (const { dueAt } of database.rows.values())
      if (dueAt !== null) first = Math.min(first, Date.parse(dueAt));
    return Math.max(sweptAt + minute, Math.ceil(Math.max(first, timeline.ms()) / minute) * minute);
  };

  budget.open(database, timeline, trace);
  const customers = { setting, effectHooks, backends, leftovers, deletions, depsOf, mutant, budget };
  const scenarios = Array.from({ length: random.pick(1, 1, 2) }, (_, at) => startScenario(customers, at));

  while (verifier.violation() === undefined && timeline.ms() < chaos.endsAt + maxSettleMs) {
    const next = timeline.nextAt();
    const sweepAt = nextSweepAt();
    if (next === undefined && sweepAt === Infinity) break;
    if (sweepAt <= (next ?? Infinity)) timeline.in(sweepAt - timeline.ms(), startSweep);
    await timeline.step();
    verifier.verifyState();
  }
  verifier.verifyEnd();
  leftovers.check([...audio.objects.keys(), ...results.objects.keys()]);
  for (const { scenario, hints, translated, possibleError } of scenarios) {
    const refused = hints[0] === 'de' && hints.length === 1;
    failures.verifyScenario(scenario, { refused, translated, possibleError, quiet: chaos.isQuiet });
  }
  await deletions.verify({
    store,
    results,
    now: timeline.now,
    sleep: async () => {},
    beginWait: async () => undefined,
  });
  const ends = [...database.rows.values()].map(({ job }) => job.error?.type ?? job.status);
  return { violation: verifier.violation(), trace: lines, ends };
};
