import { buildApp } from 'fauxqs';
import { callerOf, type Call, jsonReply, type JsonService } from '../aws-endpoint/json-service.ts';
import type { Place } from '../template/attributes.ts';
import { entriesOf, keepingGroups, serveInTurn } from './fair-queue.ts';
import type { Persistence, Queue, SqsStore, Stores } from './fauxqs.ts';

export type Sqs = {
  readonly serve: JsonService;
  readonly call: Call;
  /** Creates the queue, or updates the attributes of an existing one. */
  readonly putQueue: (name: string, attributes: Record<string, string>) => void;
  readonly stop: () => Promise<void>;
};

/** The longest delay of a message in SQS. fauxqs accepts any. */
const maxDelaySeconds = 900;
const isTooLate = jsonReply(400, {
  __type: 'com.amazonaws.sqs#InvalidParameterValue',
  message: `DelaySeconds must be >= 0 and <= ${maxDelaySeconds}.`,
});

const internalModule = async (file: string) => import(new URL(file, import.meta.resolve('fauxqs')).href);

/**
 * Starts the queues of fauxqs in this process, with messages in `dir` or in memory. Uses internal modules of fauxqs, because its own
 * start function listens on all network interfaces. The modules are not exported, so package.json pins the exact version.
 */
export const startSqs = async (dir: string | undefined, place: Place): Promise<Sqs> => {
  const queues: { readonly SqsStore: new () => SqsStore } = await internalModule('./sqs/sqsStore.js');
  const topics: { readonly SnsStore: new () => Stores['snsStore'] } =
    await internalModule('./sns/snsStore.js');
  const objects: { readonly S3Store: new () => Stores['s3Store'] } = await internalModule('./s3/s3Store.js');
  const disk: { readonly PersistenceManager: new (dir: string) => Persistence } =
    await internalModule('./persistence.js');
  const stores = {
    sqsStore: new queues.SqsStore(),
    snsStore: new topics.SnsStore(),
    s3Store: new objects.S3Store(),
  };
  const persistence = dir === undefined ? undefined : new disk.PersistenceManager(dir);
  if (persistence) keepOnDisk(stores, persistence);
  for (const queue of stores.sqsStore.allQueues()) correct(queue);
  const app = buildApp({ logger: false, defaultRegion: place.region, stores });
  const serve: JsonService = async (headers, body) => {
    const entries = entriesOf(body);
    if (entries.some(({ DelaySeconds = 0 }) => DelaySeconds > maxDelaySeconds)) return isTooLate;
    const request = { method: 'POST', url: '/', headers: { ...headers, host: 'localhost' }, body } as const;
    const reply = await keepingGroups(entries, () => app.inject(request));
    const contentType = String(reply.headers['content-type']);
    return { status: reply.statusCode, headers: { 'content-type': contentType }, body: reply.rawPayload };
  };
  return {
    serve,
    call: callerOf(serve, 'AmazonSQS'),
    putQueue: (name, attributes) => {
      const existing = stores.sqsStore.getQueueByName(name);
      if (existing) return existing.setAttributes(attributes);
      const url = `${place.awsEndpoint}/${place.accountId}/${name}`;
      const arn = `arn:aws:sqs:${place.region}:${place.accountId}:${name}`;
      correct(stores.sqsStore.createQueue(name, url, arn, attributes));
    },
    stop: async () => {
      // Ends the long polls, because close would wait for them.
      stores.sqsStore.shutdown();
      await app.close();
      persistence?.close();
    },
  };
};

// Loads first: a store with persistence would write back what it loads.
const keepOnDisk = ({ sqsStore, snsStore }: Stores, persistence: Persistence): void => {
  // SQLite would otherwise wait for the disk at each change of a message, and the whole stack with it. A killed process still
  // loses nothing, and after a power cut the sweepers send again what is missing.
  persistence['db'].exec('PRAGMA synchronous = NORMAL');
  persistence.loadSqsAndSns(sqsStore, snsStore);
  sqsStore.persistence = persistence;
  for (const queue of sqsStore.allQueues()) queue.persistence = persistence;
};

/** Corrects differences between a queue of fauxqs and one of SQS. */
const correct = (queue: Queue): void => {
  serveInTurn(queue);
  const change = queue.changeVisibility.bind(queue);
  // fauxqs 2.4.1 loses a message on disk whose visibility is set to 0, because it empties a column that must not be empty.
  // A timeout above 0 that has passed already gives the message back by its timer.
  queue.changeVisibility = (receipt, seconds) => change(receipt, seconds === 0 ? Number.MIN_VALUE : seconds);
};
