import { creditsKey } from '#lib/domain/billing/keys.ts';
import { errorReply } from '#lib/platform/http/reply.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { sweep } from '#lib/domain/transcriptions/sweep.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { sourceCopier } from '#lib/domain/transcriptions/fetch-source.ts';
import { receiveUpload } from '#lib/domain/uploads/receive-upload.ts';
import { lateBytesRecorder } from '#lib/domain/uploads/late-bytes.ts';
import { uploadRecorder } from '#lib/domain/uploads/record-upload.ts';
import { uploadKey } from '#lib/domain/uploads/upload-key.ts';
import { seeded } from '../../../support/random.ts';
import { newFaults, type Rates } from '../../../support/faults.ts';
import { aWorld, caller } from '../../../support/protocol-world.ts';
import { startTable } from '../../../support/table.ts';

const second = 1_000;
const visibilityMs = 180 * second;
const maxReceives = 5;

/** A message on its way to a worker. */
type Mail = {
  readonly work: (message: any) => Promise<void>;
  readonly message: any;
  receives: number;
  visibleAt: number;
};

/** The organization's credit. It suffices for all jobs to hold the price of the longest audio. */
export const paidMicroUsd = 1_000_000_000;

/** The protocol's world, prepaid, with faults at every AWS call and with at-least-once queues. */
export const chaosWorld = async (seed: number, rates: Rates) => {
  const database = await startTable();
  const world = await aWorld({}, database);
  const { deps, clock, queues } = world;
  const random = seeded(seed);
  await world.table.update({
    key: creditsKey(caller.organizationId ?? ''),
    set: 'ADD creditMicroUsd :paid, unheldMicroUsd :paid',
    values: { ':paid': paidMicroUsd },
  });
  const faults = newFaults(rates);
  await faults.onClient(database.client);
  const writtenAt = new Map<string, string>();
  const audio = faults.onBucket({
    ...world.audio,
    put: async (key, body, contentType) => {
      writtenAt.set(key, clock.now.toISOString());
      return world.audio.put(key, body, contentType);
    },
  });
  Object.assign(deps, {
    audio,
    results: faults.onBucket(world.results),
    copySource: sourceCopier({ bucket: audio }),
    recordLateBytes: lateBytesRecorder({ table: world.table, bucket: audio }),
    recordUpload: uploadRecorder({ table: world.table, bucket: audio, now: deps.now }),
    // The remaining length is too short, right, or too long.
    holdFor: async () => random.pick(8, 7_500, 1_500_042),
    sendFetch: faults.onSend(deps.sendFetch),
    sendSplit: faults.onSend(deps.sendSplit),
    sendChunk: faults.onSend(deps.sendChunk),
    sendFinish: faults.onSend(deps.sendFinish),
  });

  let runs = 0;
  const run = <T>(work: () => Promise<T>) => {
    runs += 1;
    return faults.run(seeded(seed * 100_003 + runs), work);
  };

  /** Repeats a request until it succeeds, as a customer's server does: only after 503. */
  const insist = async <T>(request: () => Promise<T>): Promise<T | 'queue is full'> => {
    for (;;) {
      const ending = await run(request);
      if (ending.kind === 'returned') return ending.value;
      if (ending.kind === 'stands still') continue;
      const { statusCode, body } = errorReply(ending.error, 'r');
      if (statusCode === 429) return 'queue is full';
      if (statusCode !== 503) throw new Error(`response ${statusCode} ${body}`, { cause: ending.error });
    }
  };

  const tellArrival = async (key: string): Promise<void> => {
    const { bytes: size = 0, eTag = '' } = (await world.audio.head(key)) ?? {};
    const s3 = { object: { key, size, eTag: eTag.replaceAll('"', '') } };
    await run(() => receiveUpload(world, { eventTime: clock.now.toISOString(), s3 }));
  };

  const mails = new Set<Mail>();
  const collect = (messages: unknown[], work: Mail['work']): void => {
    for (const message of messages.splice(0)) mails.add({ work, message, receives: 0, visibleAt: 0 });
  };
  const deliver = async (mail: Mail): Promise<void> => {
    mail.receives += 1;
    mail.visibleAt = clock.now.getTime() + visibilityMs;
    if (random.chance(0.1)) void run(() => mail.work(mail.message));
    const { kind } = await run(() => mail.work(mail.message));
    if (kind === 'returned') mails.delete(mail);
    else if (mail.receives >= maxReceives && mail.work !== world.die) {
      mails.delete(mail);
      mails.add({ ...mail, work: world.die, receives: 0, visibleAt: 0 });
    }
  };

  return {
    ...world,
    database,
    calm: faults.calm,
    occurred: faults.occurred,
    /** The time of the last write of each object in the audio bucket, ISO 8601. */
    writtenAt,
    isMailUnderWay: () => mails.size > 0,
    /**
     * A customer with an upload. Each call of `queue` tries to create a job from it, and returns undefined while the queue is
     * full.
     */
    customer: async (name: string) => {
      const uploadId = await insist(() => world.upload());
      await world.arrive(uploadId);
      const ref: JobRef = { tenant: caller.tenant, id: derivedId('ofq', [String(seed), name]) };
      if (random.chance(0.5)) await tellArrival(uploadKey({ ...ref, id: uploadId }));
      const repeats = random.chance(0.3) ? 1 : 0;
      return {
        queue: async (): Promise<JobRef | undefined> => {
          for (let sent = 0; sent <= repeats; sent += 1) {
            const created = await insist(() => world.queue({ upload_id: uploadId }, { newId: () => ref.id }));
            if (created === 'queue is full') return undefined;
            if (created.id !== ref.id) throw new Error(`${ref.id} was returned as ${created.id}`);
          }
          return ref;
        },
      };
    },
    /** Simulates about a minute: sweeps once or twice, and delivers all queued messages concurrently. */
    round: async (): Promise<void> => {
      clock.now = world.later(random.between(10 * second, 90 * second));
      faults.wake(random, 0.3);
      const sweeps = Array.from({ length: random.pick(1, 1, 2) }, () => run(() => sweep(deps)));
      collect(queues.split, world.split);
      collect(queues.chunk, world.recognize);
      collect(queues.finish, world.finish);
      const due = [...mails].filter(({ visibleAt }) => visibleAt <= clock.now.getTime());
      await Promise.all([...sweeps, ...due.map(deliver)]);
    },
  };
};
export type ChaosWorld = Awaited<ReturnType<typeof chaosWorld>>;
export type Customer = Awaited<ReturnType<ChaosWorld['customer']>>;
