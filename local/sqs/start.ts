import { buildApp } from 'fauxqs';
import { callerOf, type Call, type JsonService } from '../aws-endpoint/json-service.ts';
import type { Place } from '../template/attributes.ts';

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;
type SqsStore = Stores['sqsStore'];
type Persistence = NonNullable<SqsStore['persistence']>;

export type Sqs = {
  serve: JsonService;
  call: Call;
  /** Creates the queue, or gives an existing one these attributes. */
  putQueue: (name: string, attributes: Record<string, string>) => void;
  stop: () => Promise<void>;
};

const part = async (file: string) => import(new URL(file, import.meta.resolve('fauxqs')).href);

/**
 * Starts fauxqs in this process, for queues only, its messages kept in `dir` or in memory. It is put together from its
 * parts because its own start function listens on every network interface; here it is called in process and listens
 * nowhere. The parts are not exported, hence the exact version in package.json.
 */
export const startSqs = async (dir: string | undefined, place: Place): Promise<Sqs> => {
  const queues: { SqsStore: new () => SqsStore } = await part('./sqs/sqsStore.js');
  const topics: { SnsStore: new () => Stores['snsStore'] } = await part('./sns/snsStore.js');
  const objects: { S3Store: new () => Stores['s3Store'] } = await part('./s3/s3Store.js');
  const disk: { PersistenceManager: new (dir: string) => Persistence } = await part('./persistence.js');
  const stores = {
    sqsStore: new queues.SqsStore(),
    snsStore: new topics.SnsStore(),
    s3Store: new objects.S3Store(),
  };
  const persistence = dir === undefined ? undefined : new disk.PersistenceManager(dir);
  if (persistence) keepOnDisk(stores, persistence);
  const app = buildApp({ logger: false, defaultRegion: place.region, stores });
  const serve: JsonService = async (headers, body) => {
    const reply = await app.inject({
      method: 'POST',
      url: '/',
      headers: { ...headers, host: 'localhost' },
      body,
    });
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
      stores.sqsStore.createQueue(
        name,
        url,
        `arn:aws:sqs:${place.region}:${place.accountId}:${name}`,
        attributes,
      );
    },
    stop: async () => {
      // Wakes the long polls; closing alone would wait for them.
      stores.sqsStore.shutdown();
      await app.close();
      persistence?.close();
    },
  };
};

// Loading comes first: a store that already writes through would write what it is just reading.
const keepOnDisk = ({ sqsStore, snsStore }: Stores, persistence: Persistence): void => {
  persistence.loadSqsAndSns(sqsStore, snsStore);
  sqsStore.persistence = persistence;
  for (const queue of sqsStore.allQueues()) queue.persistence = persistence;
};
