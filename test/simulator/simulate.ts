import { derivedId } from '#lib/platform/ids.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { createTranscription } from '#lib/domain/transcriptions/create-transcription.ts';
import { deleteTranscription } from '#lib/domain/transcriptions/delete-transcription.ts';
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
import { NewTranscription } from '#lib/domain/transcriptions/new-transcription.ts';
import { recognizeChunk } from '#lib/domain/transcriptions/recognize-chunk.ts';
import { splitTranscription } from '#lib/domain/transcriptions/split-transcription.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import { sweep } from '#lib/domain/transcriptions/sweep.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { memoryDatabase } from '../support/memory-repository.ts';
import { newSpeech, type Recording } from './audio.ts';
import { hour, minute, newChaos, second } from './chaos.ts';
import { sendCustomer } from './customer.ts';
import { newJudge } from './judge.ts';
import { newLeftovers } from './leftovers.ts';
import { newMoments } from './moments.ts';
import { newPlaces } from './places.ts';
import type { Mutant } from './mutant.ts';
import { type Backends, type Deps, fileDepsOf, portsOf } from './ports.ts';
import { newPromised } from './promised.ts';
import { newPurse } from './purse.ts';
import { newQueue } from './queue.ts';
import { type Random, seeded } from './random.ts';
import { newTimeline } from './timeline.ts';
import { newTurns } from './turns.ts';
import { type Judged, newVerdicts } from './verdicts.ts';
import { newWeb } from './web.ts';
import { type Setting, startWorker, type Worker } from './worker.ts';

/** The time limit of a worker ends it here; no clock of this machine does. */
const { signal } = new AbortController();

const purseSeeds = 1_000_000_007;
const startMs = Date.parse('2026-11-20T10:00:00.000Z');
/** So long after the last disturbance everything must have come to rest. */
const settledWithin = 30 * hour;

const natures = ['no audio', 'foreign', 'kills the splitter', 'kills the recognizer'] as const;

const aRecording = (random: Random, source: string): Recording => ({
  source,
  chunks: random.below(4),
  nature: random.chance(0.2) ? random.pick(...natures) : 'speech',
});

export type Run = {
  /** The first promise that was broken. */
  readonly breach: string | undefined;
  readonly trace: readonly string[];
  readonly ends: readonly string[];
};

export type RunOptions = { readonly mutant?: Mutant; readonly traced?: boolean };

/** What those have who open customers' files: no right to results. */
const withoutResults = ({ results: _results, ...deps }: Deps): Omit<Deps, 'results'> => deps;

/** One run of the real protocol in a world that the seed alone decides. */
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
  const moments = newMoments();
  const setting: Setting = { timeline, random, chaos, trace, reached: moments.reached };

  const limits = Limits.parse({
    ...(random.chance(0.3) && { unfinishedJobsPerProject: 1 }),
    ...(random.chance(0.2) && { unfinishedJobsPerOrganization: 1 }),
  });
  // Numbers of its own, so that with and without prepayment a seed is the same world otherwise.
  const purse = newPurse(seeded(seed + purseSeeds));
  const database = memoryDatabase(limits, purse.testLimitMs);
  const store: TranscriptionRepository = { ...database.store, ...mutant.store?.(database) };
  const audio = memoryBucket();
  const resultBucket = memoryBucket();
  const results = { ...resultBucket, ...mutant.results?.(resultBucket) };
  const speech = newSpeech(random);
  const web = newWeb({ timeline, random });
  const judge = newJudge({
    database,
    results: results.objects,
    timeline,
    sourceOf: (id) => stories.find(({ story }) => story.wanted.has(id))?.story.recording.source,
    cuts: speech.cuts,
    calmFrom: chaos.endsAt,
    limits,
    purse,
  });
  const leftovers = newLeftovers({ database, judge, timeline, chaos });
  const promised = newPromised(database, judge);
  const verdicts = newVerdicts(database, judge, promised);

  const fail =
    (judged: Judged): TranscriptionRepository['fail'] =>
    async (ref, ...rest) => {
      const before = await store.find(ref);
      const failed = await store.fail(ref, ...rest);
      verdicts.ofFence(ref.attempt, failed);
      judged(failed, before);
      return failed;
    };
  const depsOf = (worker: Worker, judged: Judged = () => {}): Deps => {
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
        ...{ store: { ...store, fail: fail(judged) } },
        ...{ audio: { ...audio, put }, results: { ...results, putOnce } },
      },
      worker,
    );
    return { ...deps, ...mutant.deps?.(deps, worker, database) };
  };

  const places = newPlaces(random.pick(1, 2, 10), timeline);
  const inTurn = newTurns({ places, random, mutant });

  const dead = newQueue(setting, {
    name: 'dead',
    schema: DeadMessage,
    timeoutMs: minute,
    run: (worker, message) => {
      const judged = verdicts.ofDead(message, timeline.now);
      return (mutant.failDead ?? failDead)(withoutResults(depsOf(worker, judged)), message);
    },
    ended: verdicts.ofWorker,
  });
  const worked = { ended: verdicts.ofWorker, bury: dead.send };
  const fetch = newQueue(setting, {
    ...{ name: 'fetch', schema: FetchMessage, timeoutMs: 12 * minute, ...worked },
    run: (worker, message): Promise<void> =>
      inTurn({ worker, stage: 'fetch', send: fetch.send }, message, (one) =>
        fetchAudio(withoutResults(depsOf(worker)), one),
      ),
  });
  const split = newQueue(setting, {
    ...{ name: 'split', schema: SplitMessage, timeoutMs: 15 * minute, ...worked },
    run: (worker, message): Promise<void> =>
      inTurn({ worker, stage: 'split', send: split.send }, message, (one) =>
        splitTranscription(withoutResults(depsOf(worker)), one),
      ),
  });
  const chunk = newQueue(setting, {
    ...{ name: 'chunk', schema: ChunkMessage, timeoutMs: 2 * minute, ...worked },
    run: (worker, message) => recognizeChunk(depsOf(worker), message),
  });
  const finish = newQueue(setting, {
    ...{ name: 'finish', schema: FinishMessage, timeoutMs: 2 * minute, ...worked },
    run: (worker, message, isLastTry): Promise<void> =>
      inTurn({ worker, stage: 'finish', send: finish.send }, message, (one) =>
        finishTranscription(depsOf(worker, verdicts.ofFinisher(isLastTry)), one, { isLastTry, signal }),
      ),
  });
  const backends: Backends = {
    ...{ database, store, audio, results, speech, web, purse, now: timeline.now },
    ...{ sendFetch: fetch.send, sendSplit: split.send, sendChunk: chunk.send, sendFinish: finish.send },
  };

  let sweptAt = startMs;
  const startSweep = (): void => {
    sweptAt = timeline.ms();
    const life = { name: 'sweep', timeoutMs: 50 * second, ended: () => {} };
    startWorker(setting, life, (worker) => {
      return (mutant.sweep ?? sweep)(depsOf(worker, verdicts.ofSweeper));
    });
  };
  /** The sweeper runs every minute; a sweep at which nothing is due would do nothing, and is left out. */
  const nextSweepAt = (): number => {
    let first = Infinity;
    for (const { dueAt } of database.rows.values())
      if (dueAt !== null) first = Math.min(first, Date.parse(dueAt));
    return Math.max(sweptAt + minute, Math.ceil(Math.max(first, timeline.ms()) / minute) * minute);
  };

  purse.open(database, timeline, trace);
  const stories = Array.from({ length: random.pick(1, 1, 2) }, (_, at) => {
    const hints = random.chance(0.05) ? ['de'] : random.pick([], ['de', 'en-GB']);
    const translation = random.pick(null, { target_language: 'es' }, { language_a: 'es', language_b: 'en' });
    const recording = aRecording(random, derivedId('upl', [String(at)]));
    const mode = random.chance(0.1) ? 'test' : 'live';
    const story = sendCustomer(
      {
        ...{ ...setting, moments, backends, leftovers, asked: promised.asked, ended: promised.ended },
        erase: (worker, ...request) => (mutant.erase ?? deleteTranscription)(depsOf(worker), ...request),
        fileDeps: (worker) => fileDepsOf(backends, worker),
        create: (worker, { id, source, caller, hints: language_hints }) => {
          const body = NewTranscription.parse({
            ...{ ...source, language_hints, translation },
            ...{ context: 'private', custom_vocabulary: ['Zoë'] },
          });
          const deps = { ...depsOf(worker), newId: () => id };
          return createTranscription(deps, caller, { requestId: 'r', body, bodyFingerprint: 'f' });
        },
      },
      recording,
      { hints, mode },
    );
    return { story, hints, translated: translation !== null, lacks: purse.lacks(mode) };
  });

  while (judge.breach() === undefined && timeline.ms() < chaos.endsAt + settledWithin) {
    const next = timeline.nextAt();
    const sweepAt = nextSweepAt();
    if (next === undefined && sweepAt === Infinity) break;
    if (sweepAt <= (next ?? Infinity)) timeline.in(sweepAt - timeline.ms(), startSweep);
    await timeline.step();
    judge.look();
  }
  judge.close();
  leftovers.check([...audio.objects.keys(), ...results.objects.keys()]);
  for (const { story, hints, translated, lacks } of stories) {
    const refused = hints[0] === 'de' && hints.length === 1;
    verdicts.ofStory(story, { refused, translated, lacks, quiet: chaos.isQuiet });
  }
  await promised.check({
    store,
    results,
    now: timeline.now,
    sleep: async () => {},
    beginWait: async () => undefined,
  });
  const ends = [...database.rows.values()].map(({ job }) => job.error?.type ?? job.status);
  return { breach: judge.breach(), trace: lines, ends };
};
