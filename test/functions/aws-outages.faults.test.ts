import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditsKey } from '#lib/domain/billing/keys.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { Reply } from '#lib/platform/http/reply.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';
import { uploadItemKey } from '#lib/domain/uploads/upload.ts';
import { type AwsCall, type AwsFault, awsFaults, startAws } from '../support/aws-server.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { aResult, aSegment } from '../support/result.ts';
import { startTable } from '../support/table.ts';
import { aPaidKey } from '../support/paid-key.ts';
import { anUpload, aTranscription } from '../support/transcription.ts';
import { type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import { Limits } from '#lib/platform/limits/limits.ts';

/** One customer with one key and one request, which is sent until it is answered. */
type Case = {
  readonly tenant: Tenant;
  readonly keyId: string;
  /** The AWS calls so far. */
  readonly calls: AwsCall[];
  /** The fault for a call. `at` is the number of the call, from 0. */
  fault: (call: AwsCall, at: number) => AwsFault | undefined;
  readonly send: () => Promise<Reply>;
};

let database: Awaited<ReturnType<typeof startTable>>;
let store: TranscriptionRepository;
let aws: Awaited<ReturnType<typeof startAws>>;
let handlers: Record<'grant' | 'create' | 'get', (event: any, context: any) => Promise<any>>;
const cases = new Map<string, Case>();

const faultOf = (call: AwsCall): AwsFault | undefined => {
  const known = [...cases.values()].find(
    ({ tenant, keyId }) => call.text.includes(tenant) || call.text.includes(keyId),
  );
  known?.calls.push(call);
  return known?.fault(call, known.calls.length - 1);
};

beforeAll(async () => {
  database = await startTable();
  store = dynamoTranscriptionRepository(database.table, Limits.parse({}));
  aws = await startAws(database.serve, faultOf);
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: aws.url,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    TABLE_NAME: database.tableName,
    AUDIO_BUCKET: 'audio',
    RESULTS_BUCKET: 'results',
    FETCH_QUEUE_URL: `${aws.url}/0/fetch`,
    SPLIT_QUEUE_URL: `${aws.url}/0/split`,
    RESULT_RETENTION_DAYS: '30',
    SPEECH_MODELS: 'moonshine-tiny',
    TRANSLATOR: 'none',
    PREPAID: 'true',
    LIMITS: '{}',
  });
  const [grant, create, get] = await Promise.all([
    import('#functions/api/transcription-uploads/create.ts'),
    import('#functions/api/transcriptions/create.ts'),
    import('#functions/api/transcriptions/get.ts'),
  ]);
  handlers = { grant: grant.handler, create: create.handler, get: get.handler };
});
afterAll(async () => {
  await aws.stop();
});

const now = new Date();
const result = JSON.stringify(aResult([aSegment([0, 1_000], 'hello')]));

/** `greet` sends a request before the first fault, so that the function knows the customer's key. */
const customer = async (
  request: (tenant: Tenant, authorization: string) => Promise<() => Promise<Reply>>,
  greet: (authorization: string) => Promise<unknown> = async () => {},
) => {
  const projectId = randomId('prj');
  const tenant = tenantOf(projectId, 'live');
  const { table } = database;
  // The name contains the project's id, so that calls about the balance are assigned to the customer too.
  const organizationId = `org_of_${projectId}`;
  const set = 'ADD creditMicroUsd :amount, unheldMicroUsd :amount';
  await table.update({ key: creditsKey(organizationId), set, values: { ':amount': 1 } });
  const key = await aPaidKey({ table, now: () => now }, { projectId, organizationId, mode: 'live' });
  const send = await request(tenant, `Bearer ${key}`);
  await greet(`Bearer ${key}`);
  const one: Case = { tenant, keyId: key.split('_')[2] ?? '', calls: [], fault: () => undefined, send };
  cases.set(tenant, one);
  return one;
};

const idempotencyKey = 'a-key-of-16-chars';

const anyUpload = async (tenant: Tenant, status: 'issued' | 'uploaded'): Promise<string> => {
  const {
    uploadedAt: _at,
    eTag: _eTag,
    bytes: _bytes,
    ...issued
  } = anUpload({
    tenant,
    id: randomId('upl'),
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + 600_000).toISOString(),
    status,
  });
  const upload =
    status === 'issued' ? issued : { ...issued, uploadedAt: now.toISOString(), eTag: '"e"', bytes: 5 };
  await database.table.putNew({ ...upload, ...uploadItemKey(tenant, upload.id) });
  aws.objects.set(`/audio/uploads/${tenant}/${upload.id}`, 'audio');
  return upload.id;
};

const greetBy = (name: 'create' | 'get') => (authorization: string) =>
  handlers[name](httpEvent({ headers: { authorization }, body: '{}' }), lambdaContext);

const creating = (status: 'issued' | 'uploaded') => () =>
  customer(async (tenant, authorization) => {
    const body = JSON.stringify({ upload_id: await anyUpload(tenant, status) });
    const headers = { authorization, 'idempotency-key': idempotencyKey };
    return () =>
      handlers.create(httpEvent({ route: 'POST /v1/transcriptions', headers, body }), lambdaContext);
  }, greetBy('create'));

const requests = {
  'a grant, under a key that is seen for the first time': () =>
    customer(async (_, authorization) => {
      const body = JSON.stringify({ content_type: 'audio/mpeg' });
      const headers = { authorization, 'idempotency-key': idempotencyKey };
      return () =>
        handlers.grant(httpEvent({ route: 'POST /v1/transcription-uploads', headers, body }), lambdaContext);
    }),
  'a job from an upload that was noted': creating('uploaded'),
  'a job from an upload whose event is on the way': creating('issued'),
  'the result of a job': () =>
    customer(async (tenant, authorization) => {
      const uploadId = await anyUpload(tenant, 'uploaded');
      const expiresAt = new Date(now.getTime() + 86_400_000).toISOString();
      const job = aTranscription({
        tenant,
        id: randomId('ofq'),
        uploadId,
        createdAt: now.toISOString(),
        expiresAt,
      });
      await store.create(job, now);
      await store.claim(job, now);
      const split = await store.markSplit(
        { ...job, attempt: 1 },
        { chunkCount: 0, audioMs: 1_200, channels: 1, now },
      );
      if (typeof split !== 'object') throw new Error('A claimed job can be marked as split.');
      await store.complete(split, { now, detectedLanguage: null, billedMicroUsd: 100 });
      aws.objects.set(`/results/results/${tenant}/${job.id}.json`, result);
      const params = { transcription_id: job.id };
      const headers = { authorization };
      return () =>
        handlers.get(httpEvent({ route: 'GET /v1/transcriptions/{id}', headers, params }), lambdaContext);
    }, greetBy('get')),
};

const idOf = (reply: Reply): string | undefined => JSON.parse(reply.body ?? '{}').id;

/** Fails one call, sends the request, then sends it again without faults. Returns the errors in the two responses. */
const breachOf = async (one: Case, fault: Case['fault']): Promise<string | undefined> => {
  one.fault = fault;
  const first = await one.send();
  one.fault = () => undefined;
  const second = await one.send();
  const id = idOf(second) ?? '';
  const isKept = !id.startsWith('ofq_') || (await store.find({ tenant: one.tenant, id }));
  if (!isKept) return 'the job is not in the table';
  if (second.statusCode >= 300) return `the repeated request is answered ${second.statusCode} ${second.body}`;
  if (first.statusCode < 300) return idOf(first) === id ? undefined : 'a repetition has another id';
  if (first.statusCode !== 503) return `answered ${first.statusCode} ${first.body}`;
  return first.headers?.['retry-after'] === undefined ? '503 without Retry-After' : undefined;
};

/** Only table writes can conflict. Calls that never end are left to the time limit of API Gateway. */
const faultsOf = ({ service, operation }: AwsCall, duration: string): readonly AwsFault[] =>
  awsFaults.filter((fault) => {
    if (fault === 'in conflict') return service === 'dynamodb' && !['GetItem', 'Query'].includes(operation);
    return fault !== 'hung up on' || duration === 'once';
  });

/** More concurrent customers would delay one another, which looks like a fault of AWS. */
const atOnce = 6;

describe.concurrent.each(Object.entries(requests))('%s', (wanted, customerOf) => {
  test.concurrent.each(['once', 'until it is mended'] as const)(
    `a request for ${wanted} is answered or refused as retryable when a call fails %s, and its repeat gets the same answer`,
    async (duration) => {
      const undisturbed = await customerOf();
      expect((await undisturbed.send()).statusCode).toBeLessThan(300);
      const broken = undisturbed.calls
        .flatMap((call, at) => faultsOf(call, duration).map((fault) => ({ ...call, at, fault })))
        .values();
      const breaches: string[] = [];
      const breakNext = async (): Promise<void> => {
        for (const { service, operation, at, fault } of broken) {
          let times = duration === 'once' ? 1 : Infinity;
          const strikes = (call: AwsCall, index: number): boolean =>
            index >= at && call.operation === operation && (times -= 1) >= 0;
          const breach = await breachOf(await customerOf(), (call, index) =>
            strikes(call, index) ? fault : undefined,
          );
          if (breach) breaches.push(`${service}.${operation} ${fault} ${duration}: ${breach}`);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, breakNext));
      expect(breaches).toEqual([]);
    },
  );
});
