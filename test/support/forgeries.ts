import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { assigning, type Item, type Key } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';

/** One request of an attacker. It resolves if the request was allowed. */
export type Attempt = (client: DynamoDBClient) => Promise<unknown>;

/** Requests of an attacker who reads another tenant's data or forges items. */
export const forgeries = (TableName: string) => {
  const at = new Date().toISOString();
  const project = randomId('prj');
  const organization = randomId('org');
  const user = randomId('usr');
  const keyed = (prefix: string, sk: string): Key => ({ pk: `${project}/${randomId(prefix)}`, sk });

  const put =
    (item: Item): Attempt =>
    (client) =>
      client.send(new PutItemCommand({ TableName, Item: marshall(item) }));
  const updating = ({ pk, sk, ...fields }: Item) => {
    const { set, names, values } = assigning(fields);
    return {
      TableName,
      Key: marshall({ pk, sk }),
      UpdateExpression: set,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: marshall(values),
    };
  };
  const update =
    (item: Item): Attempt =>
    (client) =>
      client.send(new UpdateItemCommand(updating(item)));
  const add =
    (key: Key, name: string, amount: number): Attempt =>
    (client) =>
      client.send(
        new UpdateItemCommand({
          TableName,
          Key: marshall(key),
          UpdateExpression: `ADD ${name} :amount`,
          ExpressionAttributeValues: marshall({ ':amount': amount }),
        }),
      );

  const key = {
    pk: 'key/FFFFFFFFFFFFFFFF',
    sk: 'key',
    projectId: project,
    tenant: project,
    keyId: 'FFFFFFFFFFFFFFFF',
    mode: 'live',
    secretHash: '0'.repeat(64),
    createdAt: at,
  };
  const session = {
    pk: `session/${'0'.repeat(64)}`,
    sk: 'session',
    createdAt: at,
    lastSeenAt: at,
    user: { id: user, email: 'eve@example.com', name: 'Eve' },
  };
  const payment = { pk: 'payment/pi_1', sk: 'payment', id: 'pi_1', version: 1 };
  const job = {
    ...keyed('ofq', 'job'),
    projectId: project,
    tenant: project,
    id: randomId('ofq'),
    status: 'completed',
    attempt: 1,
    requestId: 'x',
    fingerprint: 'x',
    charged: false,
    createdAt: at,
    expiresAt: at,
  };
  const event = { ...keyed('evt', 'event'), projectId: project, tenant: project, createdAt: at };
  const upload = {
    ...keyed('upl', 'upload'),
    status: 'uploaded',
    fingerprint: 'x',
    contentType: 'audio/ogg',
  };
  const file = { ...keyed('file', 'file'), eTag: 'x', fingerprint: 'x', expiresAt: at };
  const realtime = {
    ...keyed('rts', 'session'),
    tenant: `${project}.live`,
    id: randomId('rts'),
    status: 'live',
    epoch: 0,
    requestId: 'x',
    fingerprint: 'x',
    transcriptionId: randomId('ofq'),
    createdAt: at,
    expiresAt: at,
    secretHash: '0'.repeat(64),
  };
  const webhook = { pk: `${project}/webhooks`, sk: randomId('whk'), url: 'https://a.example', secrets: [] };
  const balance = { pk: `${organization}/balance`, sk: 'credits' };
  const spent = { pk: `${organization}/balance`, sk: 'spent/0' };

  const writes: Record<string, Attempt> = {
    'put an API key': put(key),
    'make an API key by an update': update(key),
    'put an API key beside something else, in one transaction': (client) =>
      client.send(
        new TransactWriteItemsCommand({
          TransactItems: [
            { Put: { TableName, Item: marshall(event) } },
            { Put: { TableName, Item: marshall(key) } },
          ],
        }),
      ),
    'put an API key in a batch': (client) =>
      client.send(
        new BatchWriteItemCommand({
          RequestItems: { [TableName]: [{ PutRequest: { Item: marshall(key) } }] },
        }),
      ),
    'put an API key by a statement': (client) =>
      client.send(
        new ExecuteStatementCommand({
          Statement: `INSERT INTO "${TableName}" VALUE {'pk':'key/E','sk':'key'}`,
        }),
      ),
    'list an API key': put({ pk: `${project}/api-keys`, sk: 'x', name: 'x' }),
    'take the place of an API key': update({
      pk: `${project}/live-api-keys`,
      sk: 'live',
      ids: new Set(['x']),
    }),
    'put a session': put(session),
    'make a session by an update': update(session),
    'put a payment': put(payment),
    'change a payment': update({ pk: payment.pk, sk: payment.sk, version: 2 }),
    'put a line into the ledger of an organization': put({
      pk: `${organization}/ledger`,
      sk: at,
      id: 'x',
      kind: 'credit',
      amountMicroUsd: 1,
      createdAt: at,
    }),
    'put a balance': put({ ...balance, creditMicroUsd: 1_000_000 }),
    'credit a balance': add(balance, 'creditMicroUsd', 1_000_000),
    'put a member into an organization': put({ pk: organization, sk: `member/${user}`, role: 'owner' }),
    'put a project': put({ pk: project, sk: 'project', id: project, organizationId: organization }),
    'put a job': put(job),
    'make a job by an update': update(job),
    'make a job by an update in a transaction': (client) =>
      client.send(new TransactWriteItemsCommand({ TransactItems: [{ Update: updating(job) }] })),
    'give a job to another organization': update({ ...keyed('ofq', 'job'), organizationId: organization }),
    'show a job in a list': update({ ...keyed('ofq', 'job'), listed_project: project, listed_at: at }),
    'show something else in a list of jobs': put({ ...event, listed_project: project, listed_at: at }),
    'delete a job': (client) =>
      client.send(new DeleteItemCommand({ TableName, Key: marshall({ pk: job.pk, sk: job.sk }) })),
    'put an upload': put(upload),
    'make an upload by an update': update(upload),
    'put a file': put(file),
    'make a file by an update': update(file),
    'put a realtime session': put(realtime),
    'make a realtime session by an update': update(realtime),
    'give a realtime session to another project': update({
      ...keyed('rts', 'session'),
      tenant: 'prj_a.live',
    }),
    'put a webhook': put(webhook),
    'give a webhook a secret': update({ pk: webhook.pk, sk: webhook.sk, secrets: [] }),
  };

  const keyOfKey = marshall({ pk: key.pk, sk: key.sk });
  const reads: Record<string, Attempt> = {
    'read an API key': (client) => client.send(new GetItemCommand({ TableName, Key: keyOfKey })),
    'read an API key in a batch': (client) =>
      client.send(new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: [keyOfKey] } } })),
    'read an API key in a transaction': (client) =>
      client.send(new TransactGetItemsCommand({ TransactItems: [{ Get: { TableName, Key: keyOfKey } }] })),
    'look for an API key': (client) =>
      client.send(
        new QueryCommand({
          TableName,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': { S: key.pk } },
        }),
      ),
    'look for the jobs of a project': (client) =>
      client.send(
        new QueryCommand({
          TableName,
          IndexName: 'listed',
          KeyConditionExpression: 'listed_project = :project',
          ExpressionAttributeValues: { ':project': { S: project } },
        }),
      ),
  };

  return {
    writes,
    reads,
    /** Requests that only some workers need. */
    putEvent: put(event),
    putCharge: put({
      pk: `${project}/ledger`,
      sk: `charge/2026-11-20T10:00:00.000Z/${randomId('ofq')}`,
      amountMicroUsd: 1,
    }),
    lowerSpent: add(spent, 'spentMicroUsd', -1_000_000),
    putFrame: put({ ...keyed('rts', 'frame/0000000000000000'), endOffset: 1, data: new Uint8Array(1) }),
    changeTerms: update({ ...keyed('rts', 'session'), transcriptionId: job.id, keyId: key.keyId }),
    setPrice: update({ ...keyed('rts', 'session'), billedMicroUsd: 0 }),
    lengthen: update({ ...keyed('rts', 'session'), options: {} }),
    advance: update({ ...keyed('rts', 'session'), committedMs: 1, leaseUntil: at }),
    changeJob: update({ ...keyed('ofq', 'job'), status: 'completed', attempt: 1 }),
  };
};
