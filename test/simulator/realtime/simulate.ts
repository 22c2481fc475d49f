import { hashSecret } from '#lib/domain/auth/api-key.ts';
import { clientSecret } from '#lib/domain/realtime/credentials.ts';
import { deleteSession } from '#lib/domain/realtime/delete-session.ts';
import { type EndMessage, endSession } from '#lib/domain/realtime/end-session.ts';
import { knownLeases } from '#lib/domain/realtime/known-leases.ts';
import { messageCounts } from '#lib/domain/realtime/message-counts.ts';
import { runSession } from '#lib/domain/realtime/run-session.ts';
import { dynamoSessionRepository } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { isOver } from '#lib/domain/realtime/session.ts';
import { sweepSessions } from '#lib/domain/realtime/sweep-sessions.ts';
import type { RunMessage } from '#lib/domain/realtime/wake-runner.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { memoryBucket } from '../../support/memory-bucket.ts';
import { memoryTable } from '../../support/memory-table.ts';
import { aSession, plainOptions } from '../../support/realtime.ts';
import { soundOf, type Span } from '../../support/scripted-transcriber.ts';
import { hour, minute, second } from '../chaos.ts';
import { type Random, seeded } from '../../support/random.ts';
import { newTimeline } from '../timeline.ts';
import { type Setting, startWorker, type Worker } from '../worker.ts';
import { realtimeChaos } from './chaos.ts';
import { startClient } from './client.ts';
import { newGateway } from './gateway.ts';
import type { RealtimeMutant } from './mutant.ts';
import { type Backends, type Deps, portsOf } from './ports.ts';
import { newVerifier } from './verifier.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import type { Table } from '#lib/platform/aws/table.ts';

const startMs = Date.parse('2026-11-20T10:00:00.000Z');
const runnerMs = 15 * minute;
/** All sessions must have ended this long after the last fault. */
const maxSettleMs = hour;

export type RealtimeRun = {
  /** The first violated guarantee. */
  readonly violation: string | undefined;
  readonly trace: readonly string[];
  readonly end: string | undefined;
};

const toSpanish = { type: 'one_way', target_language: 'es' } as const;

const aSound = (random: Random): Buffer => {
  const spans = Array.from({ length: random.between(1, 5) }, (): Span => {
    const ms = 10 * random.between(1, random.pick(40, 40, 100, 100, 300, 1_200));
    return { ms, isSpeech: random.chance(0.7) };
  });
  return soundOf(spans);
};

/** Runs one session in a world that only depends on the seed: the real verbs, a correct client, and faults. */
export const simulateRealtime = async (
  seed: number,
  { mutant = {}, traced = false }: { readonly mutant?: RealtimeMutant; readonly traced?: boolean } = {},
): Promise<RealtimeRun> => {
  const random = seeded(seed);
  const timeline = newTimeline(startMs);
  const chaos = realtimeChaos(random, startMs);
  const lines: string[] = [];
  const trace = (line: string): void => {
    if (traced) lines.push(`${timeline.now().toISOString().slice(11, 23)} ${line}`);
  };
  const setting: Setting = { timeline, random, chaos, trace, effectDone: () => {} };

  const { table } = memoryTable();
  const results = memoryBucket();
  const sessionsOn = (one: Table) => dynamoSessionRepository(one, Limits.parse({}));
  const real = sessionsOn(table);
  const written = mutant.table ? sessionsOn({ ...table, ...mutant.table(table) }) : real;
  const store = { ...written, ...mutant.store?.(written) };
  const id = derivedId('rts', [String(seed)]);
  const ref = { tenant: 'prj_a.live', id } as const;
  const secret = clientSecret(id, 'key');
  const sound = aSound(random);
  const silenceMs = random.pick(500, 500, null);
  const session = aSession({
    ...ref,
    transcriptionId: derivedId('ofq', [id]),
    options: { ...plainOptions, silenceMs, translation: random.pick(toSpanish, null) },
    secretHash: hashSecret(secret),
    secretExpiresAt: new Date(startMs + hour).toISOString(),
  });
  await real.create(session);

  const verifier = newVerifier({ table, store: real, results, ref, sound });
  const posted: Promise<void>[] = [];
  const depsOf = (worker: Worker): Deps => {
    const deps = portsOf(backends, worker);
    return { ...deps, ...mutant.deps?.(deps, worker) };
  };
  const gateway = newGateway(setting, {
    ref,
    depsOf,
    cutsAt: chaos.cutsAt,
    onPost: (event) => void posted.push(verifier.posted(event)),
  });

  let runs = 0;
  let translated = 0;
  /** Starts a function without waiting for it. Its event may be lost or delivered twice. */
  const inTime = (start: () => void): void => {
    if (chaos.occurs('lostMessages', timeline.ms())) return;
    const times = chaos.occurs('duplicates', timeline.ms()) ? 2 : 1;
    for (let time = 0; time < times; time += 1) timeline.in(random.between(50, 3_000), start);
  };
  const invoke = (message: RunMessage): void =>
    inTime(() => {
      runs += 1;
      const startedAt = timeline.ms();
      const life = { name: `runner ${runs}`, timeoutMs: runnerMs, ended: () => {} };
      const remainingMs = () => startedAt + runnerMs - timeline.ms();
      startWorker(setting, life, (worker) =>
        (mutant.run ?? runSession)(depsOf(worker), message, { remainingMs }),
      );
    });
  const requestEnd = (message: EndMessage): void =>
    inTime(() => {
      const life = { name: 'end', timeoutMs: minute, ended: () => {} };
      startWorker(setting, life, (worker) => endSession(depsOf(worker), message));
    });
  const backends: Backends = {
    table,
    store,
    results,
    invoke,
    requestEnd,
    now: timeline.now,
    leases: knownLeases(),
    counts: messageCounts(),
    gateway: () => gateway,
    translate: (text) => `${(translated += 1)}. ${text}`,
    onWebhook: () => {},
    slowness: random.pick(0, 0, 0.1, 0.5),
  };

  const bytes = sound.length;
  const vanishesAt = random.chance(0.1) ? random.below(bytes) : Infinity;
  const cancels = random.chance(0.08);
  const client = startClient(
    { timeline, random, dial: gateway.dial },
    {
      sound,
      secret,
      vanishesAt,
      frameMs: random.pick(200, 200, 450, 730),
      speed: random.pick(1, 1, 2, 4),
      finalizesAt: random.chance(0.3) ? [random.below(bytes), random.below(bytes)] : [],
    },
  );
  timeline.in(0, client.connect);
  if (cancels)
    timeline.in(random.between(second, 30 * second), () => {
      const caller = { tenant: ref.tenant, organizationId: 'org_a', keyId: 'k' };
      const life = { name: 'delete', timeoutMs: 29 * second, ended: () => {} };
      startWorker(setting, life, (worker) => deleteSession(depsOf(worker), caller, id));
    });

  let sweepAt = startMs + minute;
  const startSweep = (): void => {
    const life = { name: 'sweep', timeoutMs: 50 * second, ended: () => {} };
    startWorker(setting, life, (worker) => (mutant.sweep ?? sweepSessions)(depsOf(worker)));
  };

  let hasEnded = false;
  while (verifier.violation() === undefined && timeline.ms() < chaos.endsAt + maxSettleMs) {
    const next = timeline.nextAt();
    if (next === undefined || sweepAt <= next) {
      const found = await real.find(ref);
      hasEnded = found !== undefined && isOver(found);
      if (hasEnded && (client.isDone || next === undefined)) break;
      timeline.in(Math.max(0, sweepAt - timeline.ms()), startSweep);
      sweepAt += minute;
    }
    await timeline.step();
    await Promise.all(posted.splice(0));
  }
  await verifier.ended(vanishesAt === Infinity ? client : undefined);
  const found = await real.find(ref);
  return { violation: verifier.violation(), trace: lines, end: found?.endReason ?? found?.status };
};
