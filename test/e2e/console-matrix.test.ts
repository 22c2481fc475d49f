import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isConsoleRoute, isRoute, type ConsoleRoute, routes } from '#functions/routes.ts';
import { endSession } from '#lib/domain/auth/session-repository.ts';
import { jobKey } from '#lib/domain/transcriptions/job-item.ts';
import { productsContext } from '#local/products.ts';
import { randomId } from '#lib/platform/ids.ts';
import { lazy } from '#lib/platform/lazy.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { aSession, asPage, aVisitor, type Visitor } from '../support/console.ts';
import { assertDocumented, type Seen } from '../support/documented.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import { noSpeech, operatorTable, roomy, type Service, startService, wav } from '../support/local-service.ts';
import { comparable, send } from '../support/send.ts';
import { until } from '../support/until.ts';
import { isUnsafe } from '../support/valid-ask.ts';
import type { Things } from './console-row.ts';
import { rows } from './console-rows.ts';

const all = Object.keys(routes).filter(isRoute).filter(isConsoleRoute);
/**
 * The tests in test/functions/routes.test.ts cover the checks of sessions and pages for every route. Here two routes show that
 * the headers for the checks arrive.
 */
const judged: ConsoleRoute[] = ['GET /api/platform/v1/organizations', 'POST /api/platform/v1/organizations'];
const withinProject = all.filter(
  (route) =>
    /project_id\}\/.*(_id\}|transcriptions$)|webhook_id/.test(route) &&
    route !== 'GET /api/platform/v1/projects/{project_id}/transcriptions',
);

const unknown: Things = {
  organization: async () => randomId('org'),
  project: async () => randomId('prj'),
  colleague: async () => randomId('usr'),
  invitation: async () => randomId('inv'),
  apiKey: async () => randomId('key'),
  upload: async () => randomId('upl'),
  job: async () => randomId('ofq'),
  endedJob: async () => randomId('ofq'),
  webhook: async () => randomId('whk'),
  delivery: async () => randomId('dlv'),
  url: 'https://hooks.example/',
};

describe.skipIf(noSpeech)(`permissions at the console (${noSpeech ?? 'on the local stack'})`, () => {
  let service: Service;
  let receiver: Origin;
  let member: Visitor;
  let stranger: Visitor;
  /** The stranger's own project. */
  let elsewhere: { organizationId: string; projectId: string };
  /** Resources of the member for requests that change none of them. */
  let lasting: Things;
  beforeAll(async () => {
    receiver = await startOrigin();
    service = await startService({ context: { ...productsContext({}), ...roomy }, origins: [receiver] });
    [member, stranger] = [await aVisitor(service), await aVisitor(service)];
    elsewhere = await stranger.newProject();
    lasting = lastingOf(await owned());
  });
  afterAll(async () => {
    receiver.stop();
    await service.stop();
  });

  /** A separate session for each request, because one route ends it. */
  const cookieOf = ({ user }: Visitor) => aSession(operatorTable(service.stack), user);
  const page = async (visitor: Visitor) => asPage(await cookieOf(visitor));
  /** The request that ends all sessions is sent by a separate user. */
  const senderOf = async (route: ConsoleRoute, usual: Visitor): Promise<Visitor> =>
    route === 'DELETE /api/platform/v1/sessions' ? aVisitor(service) : usual;

  /** Resources of the member in a new project, so that no limit is reached. */
  const owned = async (): Promise<Things> => {
    const { organizationId, projectId } = await member.newProject();
    const path = `/projects/${projectId}`;
    const made = async (what: string, body: object) => (await member.ask('POST', path + what, body)).body;
    const upload = async (): Promise<string> => {
      const grant = await made('/transcription-uploads', { content_type: 'audio/wav' });
      const { status } = await service.post(grant, new Blob([wav(new Int16Array(16_000))]));
      if (status !== 201) throw new Error(`S3 answered ${status}.`);
      return grant.id;
    };
    const job = async (): Promise<string> =>
      (await made('/transcriptions', { upload_id: await upload() })).id;
    const ended = async (id: string): Promise<string> => {
      const { body } = await member.ask('GET', `${path}/transcriptions/${id}?wait=25`);
      return body.status === 'completed' ? id : ended(id);
    };
    const invited = async (email: string) => {
      const body = { email, role: 'developer' };
      return (await member.ask('POST', `/organizations/${organizationId}/invitations`, body)).body;
    };
    const colleague = async (): Promise<string> => {
      const person = await aVisitor(service);
      const { id, url } = await invited(person.user.email);
      const body = { secret: url.split('/').at(-1) };
      await person.ask('POST', `/organizations/${organizationId}/invitations/${id}/accept`, body);
      return person.user.id;
    };
    const ofProject = `?project_id=${projectId}`;
    const url = receiver.url('/');
    const webhook = async (): Promise<string> =>
      (await member.ask('POST', '/webhooks', { project_id: projectId, url })).body.id;
    const delivery = async (id: string): Promise<string> => {
      await member.ask('POST', `/webhooks/${id}/test${ofProject}`);
      return until(`the first delivery of ${id}`, async () => {
        const { body } = await member.ask('GET', `/webhooks/${id}/deliveries${ofProject}`);
        return body.data[0]?.id;
      });
    };
    return {
      webhook,
      delivery,
      url,
      colleague,
      invitation: async () => (await invited('grace@example.com')).id,
      organization: async () => organizationId,
      project: async () => projectId,
      apiKey: async () => (await made('/api-keys', { name: 'server', mode: 'live' })).id,
      upload,
      job,
      endedJob: async () => ended(await job()),
    };
  };

  const lastingOf = (things: Things): Things => {
    const webhook = lazy(things.webhook);
    return {
      ...things,
      webhook,
      delivery: lazy(async () => things.delivery(await webhook())),
      colleague: lazy(things.colleague),
      invitation: lazy(things.invitation),
      apiKey: lazy(things.apiKey),
      upload: lazy(things.upload),
      job: lazy(things.job),
      endedJob: lazy(things.endedJob),
    };
  };

  const ask = async (route: ConsoleRoute, things: Things, headers: object): Promise<Seen> => {
    const sent = await rows[route].ask(things);
    const answer = await send(service.stack.baseUrl, { ...sent, headers: { ...sent.headers, ...headers } });
    assertDocumented(answer);
    return answer;
  };

  // The tests of a route run one after the other, while its function is warm.
  describe.each(all)('%s', (route) => {
    test(`${route} works for members`, async () => {
      const things = isUnsafe(route) ? await owned() : lasting;
      const sender = await senderOf(route, member);
      expect((await ask(route, things, await page(sender))).status).toBe(rows[route].member);
    });

    test(`${route} answers a stranger exactly as if the resource did not exist`, async () => {
      const foreign = await ask(route, lasting, await page(await senderOf(route, stranger)));
      expect(foreign.status).toBe(rows[route].stranger);
      if (rows[route].stranger !== 404) return;
      const missing = await ask(route, unknown, await page(stranger));
      expect(comparable(foreign)).toEqual(comparable(missing));
    });
  });

  test.each(withinProject)(
    '%s with an own project does not find resources of another project',
    async (route) => {
      const mixed = { ...lasting, project: async () => elsewhere.projectId };
      expect((await ask(route, mixed, await page(stranger))).status).toBe(404);
    },
  );

  test('a deleted project is erased by its worker, and its organization can be deleted then', async () => {
    const things = await owned();
    const projectId = await things.project();
    const job = await things.endedJob();
    await things.webhook();
    expect((await member.ask('DELETE', `/projects/${projectId}`)).status).toBe(204);
    const { stack } = service;
    await stack.invoke('ProjectEraser', {});
    const erased = await until('the erasure of the job', async () => {
      const item = await operatorTable(stack).get(jobKey({ tenant: tenantOf(projectId, 'live'), id: job }));
      return item?.['deletedAt'] === undefined ? undefined : item;
    });
    expect(erased).toMatchObject({ status: 'completed' });
    const organization = `/organizations/${await things.organization()}`;
    expect((await member.ask('DELETE', organization)).status).toBe(204);
    expect((await member.ask('GET', `${organization}/projects`)).status).toBe(404);
  });

  describe.each(judged)('%s', (route) => {
    const type = ({ status, text }: Seen) => [status, JSON.parse(text).error.type];

    test(`${route} without a valid session always answers the same 401`, async () => {
      const ended = await cookieOf(member);
      await endSession(operatorTable(service.stack), ended.split('=')[1] ?? '', new Date());
      const none = await ask(route, unknown, { 'sec-fetch-site': 'same-origin' });
      expect(type(none)).toEqual([401, 'unauthenticated']);
      expect(comparable(await ask(route, unknown, asPage(ended)))).toEqual(comparable(none));
    });

    test(`${route} with an API key answers 403, also together with a session`, async () => {
      const headers = { 'sec-fetch-site': 'same-origin', authorization: `Bearer ${service.key}` };
      expect(type(await ask(route, unknown, headers))).toEqual([403, 'permission_denied']);
      const both = { ...(await page(member)), ...headers };
      expect(type(await ask(route, unknown, both))).toEqual([403, 'permission_denied']);
    });
  });

  describe.each(judged.filter(isUnsafe))('%s', (route) => {
    const origin = 'https://evil.example';
    test.each<[string, Record<string, string>]>([
      ['a page of another site', { 'sec-fetch-site': 'cross-site', origin }],
      ['an old browser on another site', { origin }],
    ])(`${route} refuses %s`, async (_, headers) => {
      const answer = await ask(route, unknown, { cookie: await cookieOf(member), ...headers });
      expect([answer.status, JSON.parse(answer.text).error.type]).toEqual([403, 'permission_denied']);
    });

    test(`${route} accepts an old browser that only sends its origin`, async () => {
      const headers = { cookie: await cookieOf(member), origin: service.stack.baseUrl };
      expect((await ask(route, lasting, headers)).status).toBe(rows[route].member);
    });
  });
});
