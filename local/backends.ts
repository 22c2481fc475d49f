import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from './access/identities.ts';
import { bucketRules } from './buckets.ts';
import { databaseOf, startDynamoDb, type DynamoDb } from './dynamodb/start.ts';
import { restoredTables } from './dynamodb/restored-tables.ts';
import { createTables, type Table } from './dynamodb/tables.ts';
import type { Access } from './s3/access.ts';
import { createS3, type LocalS3, type S3Options } from './s3/s3.ts';
import { createQueues } from './sqs/queues.ts';
import { startSqs, type Sqs } from './sqs/start.ts';
import type { Deployment } from './template/deployment.ts';

/** The stateful services. They contain every queue and bucket of the template, and every table, including restored ones. */
export type Backends = {
  readonly dynamodb: DynamoDb;
  readonly sqs: Sqs;
  readonly s3: LocalS3;
  readonly tables: readonly Table[];
};

type BackendOptions = Pick<S3Options, 'now' | 'onObjectCreated'> & {
  readonly deployment: Deployment;
  readonly secret: string;
  readonly identities: ReadonlyMap<string, Identity>;
  /** If undefined, tables and queues are in memory and objects in `scratchDir`. */
  readonly dataDir: string | undefined;
  readonly scratchDir: string;
  /** Registers a function that stops a service. */
  readonly onStop: (stop: () => void | Promise<void>) => void;
};

export const startBackends = async (options: BackendOptions): Promise<Backends> => {
  const { deployment, identities, dataDir, onStop } = options;
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true });
  const inData = (name: string) => (dataDir === undefined ? undefined : join(dataDir, name));
  const [dynamodb, sqs, s3] = await Promise.all([
    startDynamoDb(dataDir, databaseOf(options.secret)).then((started) => {
      onStop(started.stop);
      return started;
    }),
    startSqs(inData('sqs'), deployment.place).then((started) => {
      onStop(started.stop);
      return started;
    }),
    createS3({
      dir: join(dataDir ?? options.scratchDir, 's3'),
      buckets: bucketRules(deployment),
      access: accessOf(identities),
      now: options.now,
      onObjectCreated: options.onObjectCreated,
    }),
  ]);
  createQueues(deployment, sqs);
  const tables = await createTables(deployment, dynamodb.call);
  const restored = await restoredTables(tables, dynamodb.call);
  return { dynamodb, sqs, s3, tables: [...tables, ...restored] };
};

const accessOf = (identities: ReadonlyMap<string, Identity>): Access => ({
  secretOf: (id) => identities.get(id)?.credentials.secretAccessKey,
  sessionTokenOf: (id) => identities.get(id)?.credentials.sessionToken,
  allows: (id, action, resource) => identities.get(id)?.allows({ action, resource }) ?? false,
});
