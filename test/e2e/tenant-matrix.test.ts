import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiRoute, isApiRoute, isRoute, routes } from '#functions/routes.ts';
import { formatKey, generateKey, parseKey } from '#lib/domain/auth/api-key.ts';
import { keyItemKey } from '#lib/domain/auth/key-record.ts';
import { randomId } from '#lib/platform/ids.ts';
import { aPerson, asPage } from '../support/console.ts';
import { assertDocumented, type Seen } from '../support/documented.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import {
  client,
  newKeys,
  noSpeech,
  operatorTable,
  type Service,
  startService,
  wav,
} from '../support/local-service.ts';
import { send } from '../support/send.ts';
import { matrix, newSession, newWebhook, type Things } from './api-rows.ts';

const callers = [
  'owner',
  'test-mode key of the owner',
  'key of another project',
  'no key',
  'malformed key',
  'unknown key',
  'revoked key of the owner',
  'session of the console',
] as const;
type Caller = (typeof callers)[number];

const expected = (route: ApiRoute, caller: Caller): number => {
  const { owner, stranger } = matrix[route];
  if (caller === 'owner') return owner;
  if (caller === 'key of another project' || caller === 'test-mode key of the owner') return stranger;
  if (routes[route].audience === 'public') return owner;
  return caller === 'session of the console' ? 403 : 401;
};

const all = Object.keys(routes).filter(isRoute).filter(isApiRoute);

const missingThings: Things = {
  upload: async () => randomId('upl'),
  job: async () => randomId('ofq'),
  endedJob: async () => randomId('ofq'),
  file: async () => randomId('file'),
  session: async () => randomId('rts'),
  webhook: async () => randomId('whk'),
  request: async () => randomId('req'),
  url: 'https://hooks.example/',
};

describe.skipIf(noSpeech)(`permissions of API keys (${noSpeech ?? 'on the local stack'})`, () => {
  let receiver: Origin;
  let service: Service;
  let keys: Record<Caller, string | undefined>;
  let cookie: string;
  beforeAll(async () => {
    receiver = await startOrigin();
    // Each request about a webhook registers another one, and the same keys send all requests.
    const context = { limits: JSON.stringify({ webhooksPerProject: 100, requestsPerMinute: 1_000 }) };
    service = await startService({ context, origins: [receiver] });
    const { stack, projectId } = service;
    const [owner, revoked = ''] = await newKeys(stack, 2, projectId);
    const [testMode] = await newKeys(stack, 1, projectId, 'test');
    const [stranger] = await newKeys(stack, 1);
    const revocation = await operatorTable(stack).update({
      key: keyItemKey(parseKey(revoked)?.id ?? ''),
      set: 'SET revokedAt = :now',
      where: 'attribute_exists(secretHash)',
      values: { ':now': new Date().toISOString() },
    });
    if (!revocation.done) throw new Error('There is no key to revoke.');
    keys = {
      owner,
      'test-mode key of the owner': testMode,
      'key of another project': stranger,
      'no key': undefined,
      'malformed key': `${owner}x`,
      'unknown key': formatKey(generateKey('live')),
      'revoked key of the owner': revoked,
      'session of the console': undefined,
    };
    ({ cookie } = await aPerson(operatorTable(stack)));
  });
  afterAll(async () => {
    receiver.stop();
    await service.stop();
  });

  /** Resources in the owner's project, created with a new key so that no rate limit is reached. */
  const owned = (): Things => {
    const asOwner = async () => {
      const [key = ''] = await newKeys(service.stack, 1, service.projectId);
      return client(service.stack.baseUrl, key);
    };
    const silence = new Blob([wav(new Int16Array(16_000))]);
    const upload = async () => (await asOwner()).upload(silence, 'audio/wav');
    const job = async (): Promise<string> => {
      const request = { body: { upload_id: await upload() } };
      return (await (await asOwner()).call('POST', '/v1/transcriptions', request)).body.id;
    };
    const endedJob = async (): Promise<string> => (await (await asOwner()).ended(await job())).id;
    const file = async (): Promise<string> => {
      const request = { body: { upload_id: await upload() } };
      return (await (await asOwner()).call('POST', '/v1/files', request)).body.id;
    };
    const session = async (): Promise<string> => {
      const api = await asOwner();
      return (await api.call('POST', '/v1/realtime/sessions', { body: newSession })).body.id;
    };
    const url = receiver.url('/');
    const webhook = async (): Promise<string> =>
      (await (await asOwner()).call('POST', '/v1/webhooks', { body: newWebhook(url) })).body.id;
    const request = async (): Promise<string> =>
      (await (await asOwner()).call('POST', '/v1/files', { body: {} })).body.error.request_id;
    return { upload, job, endedJob, file, session, webhook, request, url };
  };

  const ask = async (route: ApiRoute, caller: Caller, things: Things): Promise<Seen> => {
    const sent = await matrix[route].ask(things);
    const key = keys[caller];
    const headers = {
      ...sent.headers,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(caller === 'session of the console' && asPage(cookie)),
    };
    const answer = await send(service.stack.baseUrl, { ...sent, headers });
    assertDocumented(answer);
    return answer;
  };

  /** A response without its request id. */
  const comparable = ({ status, headers, text }: Seen) => ({
    status,
    type: headers.get('content-type'),
    text: text.replaceAll(headers.get('x-request-id') ?? '', 'request id'),
  });

  describe.each(all)('%s', (route) => {
    test.each(callers)(`${route} answers the %s with the expected status`, async (caller) => {
      expect((await ask(route, caller, owned())).status).toBe(expected(route, caller));
    });
  });

  describe.each(['key of another project', 'test-mode key of the owner'] as const)('%s', (caller) => {
    test.each(all.filter((route) => matrix[route].stranger === 404))(
      '%s answers for resources of another tenant exactly as for missing ones',
      async (route) => {
        const foreign = await ask(route, caller, owned());
        const missing = await ask(route, caller, missingThings);
        expect(comparable(foreign)).toEqual(comparable(missing));
      },
    );
  });

  test.each(all.filter((route) => routes[route].audience === 'api_key'))(
    '%s answers every invalid key exactly alike',
    async (route) => {
      const none = comparable(await ask(route, 'no key', missingThings));
      for (const caller of ['malformed key', 'unknown key', 'revoked key of the owner'] as const) {
        expect(comparable(await ask(route, caller, missingThings))).toEqual(none);
      }
    },
  );
});
