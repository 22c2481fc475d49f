import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiRoute, isApiRoute, isRoute, routes } from '#functions/routes.ts';
import { formatKey, generateKey, parseKey } from '#lib/domain/auth/api-key.ts';
import { keyItemKey } from '#lib/domain/auth/key-record.ts';
import { randomId } from '#lib/platform/ids.ts';
import { lazy } from '#lib/platform/lazy.ts';
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
import { comparable, send } from '../support/send.ts';
import { isUnsafe } from '../support/valid-ask.ts';
import { matrix, newSession, newWebhook, type Things } from './api-rows.ts';

type Caller =
  | 'owner'
  | 'test-mode key of the owner'
  | 'key of another project'
  | 'no key'
  | 'malformed key'
  | 'unknown key'
  | 'revoked key of the owner'
  | 'session of the console';

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
  /** Resources of the owner for requests that change none of them. */
  let lasting: Things;
  beforeAll(async () => {
    receiver = await startOrigin();
    // The limits are high, because each change of a webhook registers another one, and the same keys send all requests.
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
    lasting = lastingOf(owned());
  });
  afterAll(async () => {
    receiver.stop();
    await service.stop();
  });

  /** New resources in the owner's project. */
  const owned = (): Things => {
    const owner = client(service.stack.baseUrl, keys.owner);
    const made = async (path: string, body: object) => (await owner.call('POST', path, { body })).body;
    const silence = new Blob([wav(new Int16Array(16_000))]);
    const upload = async () => owner.upload(silence, 'audio/wav');
    const job = async (): Promise<string> =>
      (await made('/v1/transcriptions', { upload_id: await upload() })).id;
    const endedJob = async (): Promise<string> => (await owner.ended(await job())).id;
    const file = async (): Promise<string> => (await made('/v1/files', { upload_id: await upload() })).id;
    const session = async (): Promise<string> => (await made('/v1/realtime/sessions', newSession)).id;
    const url = receiver.url('/');
    const webhook = async (): Promise<string> => (await made('/v1/webhooks', newWebhook(url))).id;
    const request = async (): Promise<string> => (await made('/v1/files', {})).error.request_id;
    return { upload, job, endedJob, file, session, webhook, request, url };
  };

  const lastingOf = ({ url, ...made }: Things): Things => ({
    url,
    upload: lazy(made.upload),
    job: lazy(made.job),
    endedJob: lazy(made.endedJob),
    file: lazy(made.file),
    session: lazy(made.session),
    webhook: lazy(made.webhook),
    request: lazy(made.request),
  });

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

  // The tests of a route run one after the other, while its function is warm.
  describe.each(all)('%s', (route) => {
    test(`${route} answers the owner with the expected status`, async () => {
      const things = isUnsafe(route) ? owned() : lasting;
      expect((await ask(route, 'owner', things)).status).toBe(matrix[route].owner);
    });

    test.each(['key of another project', 'test-mode key of the owner'] as const)(
      `${route} answers the %s exactly as if the resource did not exist`,
      async (caller) => {
        const foreign = await ask(route, caller, lasting);
        expect(foreign.status).toBe(matrix[route].stranger);
        if (matrix[route].stranger !== 404) return;
        expect(comparable(foreign)).toEqual(comparable(await ask(route, caller, missingThings)));
      },
    );

    test(`${route} answers every caller without a valid key alike`, async () => {
      const isPublic = routes[route].audience === 'public';
      const none = await ask(route, 'no key', lasting);
      expect(none.status).toBe(isPublic ? matrix[route].owner : 401);
      for (const caller of ['malformed key', 'unknown key', 'revoked key of the owner'] as const)
        expect(comparable(await ask(route, caller, lasting))).toEqual(comparable(none));
      const status = isPublic ? matrix[route].owner : 403;
      expect((await ask(route, 'session of the console', lasting)).status).toBe(status);
    });
  });
});
