import { allowance } from '#lib/domain/realtime/allowance.ts';
import type { ConnectDeps } from '#lib/domain/realtime/connect-session.ts';
import type { Connections } from '#lib/domain/realtime/connections.ts';
import type { DeleteSessionDeps } from '#lib/domain/realtime/delete-session.ts';
import { newResumeToken } from '#lib/domain/realtime/credentials.ts';
import type { EndMessage } from '#lib/domain/realtime/end-session.ts';
import type { KnownLeases } from '#lib/domain/realtime/known-leases.ts';
import type { MessageCounts } from '#lib/domain/realtime/message-counts.ts';
import type { ReceiveDeps } from '#lib/domain/realtime/receive-message.ts';
import type { RunDeps } from '#lib/domain/realtime/run-session.ts';
import type { SessionRepository } from '#lib/domain/realtime/session-repository.ts';
import type { SweepSessionsDeps } from '#lib/domain/realtime/sweep-sessions.ts';
import type { RunMessage } from '#lib/domain/realtime/wake-runner.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import type { MemoryBucket } from '../../support/memory-bucket.ts';
import { scriptedTranscriber } from '../../support/scripted-transcriber.ts';
import { scriptedTranslator } from '../../support/scripted-translator.ts';
import { callsBy } from '../ports.ts';
import type { Worker } from '../worker.ts';

export type Deps = { readonly sessions: SessionRepository } & RunDeps &
  ReceiveDeps &
  ConnectDeps &
  DeleteSessionDeps &
  SweepSessionsDeps;

export type Backends = {
  readonly table: Table;
  readonly store: SessionRepository;
  readonly results: MemoryBucket;
  /** The leases known to the only warm process that receives messages. */
  readonly leases: KnownLeases;
  readonly counts: MessageCounts;
  readonly gateway: () => Connections;
  readonly invoke: (message: RunMessage) => void;
  readonly requestEnd: (message: EndMessage) => void;
  readonly onWebhook: (eventId: string) => void;
  /** Translates a text, differently at each call. */
  readonly translate: (text: string) => string;
  readonly now: () => Date;
  /** The duration of recognition, in ms for each ms of audio. */
  readonly slowness: number;
};

/** The dependencies of all verbs for one worker. Its calls may fail. */
export const portsOf = (backends: Backends, worker: Worker): Deps => {
  const { table, results, gateway, now, slowness } = backends;
  return {
    sessions: callsBy(worker, 'dynamodb', backends.store),
    results: callsBy(worker, 's3', results),
    leases: backends.leases,
    counts: backends.counts,
    allowance: allowance({ table, prepaid: false, testQuota: { limitMs: Infinity }, now }),
    openTranscriber: ({ committedMs, options }) => {
      const { silenceMs, translation } = options;
      const transcriber = scriptedTranscriber({ committedMs, silenceMs, hasWord: translation !== null });
      const taking = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
        if (ms > 0) await worker.sleep(ms);
        return work();
      };
      return {
        get isSpeech() {
          return transcriber.isSpeech;
        },
        hear: (pcm) => taking((slowness * pcm.length) / 16, () => transcriber.hear(pcm)),
        flush: (reason) => taking(200 * slowness, () => transcriber.flush(reason)),
        partial: () => taking(200 * slowness, () => transcriber.partial()),
      };
    },
    translator: scriptedTranslator((texts) =>
      worker.call('internet', 'translate', async () => texts.map(backends.translate)),
    ),
    post: (id, event) => worker.call('internet', `post ${event.type}`, () => gateway().post(id, event)),
    close: (id) => worker.call('internet', 'close', () => gateway().close(id)),
    wake: (message) => worker.call('compute', 'wake', async () => backends.invoke(message)),
    requestEnd: (message) => worker.call('compute', 'end', async () => backends.requestEnd(message)),
    sendWebhook: (message) =>
      worker.call('sqs', 'send event', async () => {
        if (message.kind === 'event') backends.onWebhook(message.eventId);
      }),
    newToken: newResumeToken,
    now,
    sleep: worker.sleep,
    every: worker.every,
  };
};
