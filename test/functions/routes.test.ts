import { beforeAll, describe, expect, test } from 'vitest';
import type { Route } from '#functions/routes.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import type { Mode } from '#lib/platform/tenant.ts';
import { type Answer, aFunctionWorld, type Customer, type FunctionWorld } from '../support/function-world.ts';
import { optionalFields } from '../support/api-document.ts';
import {
  type OwnedIds,
  of,
  isUnsafe,
  hasBody,
  isPost,
  takesBody,
  takesForm,
  takesProject,
  validAsk,
  signedIn,
  asCaller,
} from '../support/valid-ask.ts';

/*
 * Guarantees of every route, generated from the table of routes, so a new route is tested without a new line here.
 */

let world: FunctionWorld;
let owner: Customer;
let stranger: Customer;
/** Ids of the owner's objects, by the name of the path parameter. */
const ownedIds: Record<Mode, OwnedIds> = { live: {}, test: {} };

const createOwned = async (customer: Customer, mode: Mode): Promise<OwnedIds> => {
  const { body: key } = await world.call('POST /api/platform/v1/projects/{project_id}/api-keys', {
    as: customer.person,
    params: { project_id: customer.projectId },
    body: { name: 'server', mode },
  });
  return {
    organization_id: customer.organizationId,
    project_id: customer.projectId,
    user_id: customer.user.id,
    invitation_id: (await world.anInvitation(customer)).id,
    transcription_id: await world.aCompletedJob(customer, mode),
    file_id: await world.aFile(customer, mode),
    session_id: await world.aSession(customer, mode),
    webhook_id: await world.aWebhook(customer, mode),
    key_id: key.id,
    delivery_id: `dlv_${'a'.repeat(26)}`,
    request_id: await world.aRefusedRequest(customer, mode),
  };
};

beforeAll(async () => {
  // One key sends a request to each route several times, while the clock stands still.
  world = await aFunctionWorld(Limits.parse({ requestsPerMinute: 1_000 }));
  owner = await world.aCustomer();
  stranger = await world.aCustomer(await world.aPerson('mallory@example.com'));
  ownedIds.live = await createOwned(owner, 'live');
  ownedIds.test = await createOwned(owner, 'test');
});

const asPage = { 'sec-fetch-site': 'same-origin' };

const errorOf = ({ status, body }: Answer) => [status, body.error?.type];
const fieldsOf = ({ body }: Answer): string[] =>
  (body.error?.details?.fields ?? []).map(({ path, rule }: any) => `${path} ${rule}`);

describe.each(of('api_key'))('%s', (route) => {
  test(`${route} without a key is answered 401`, async () => {
    expect(errorOf(await world.call(route, validAsk(route, ownedIds.live)))).toEqual([
      401,
      'unauthenticated',
    ]);
  });

  test(`${route} with a key that does not exist is answered 401`, async () => {
    const as = { key: owner.live.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')) };
    expect((await world.call(route, { ...validAsk(route, ownedIds.live), as })).status).toBe(401);
  });

  test(`${route} with a session of the console is answered 403`, async () => {
    const ask = { ...validAsk(route, ownedIds.live), as: owner.person };
    expect(errorOf(await world.call(route, ask))).toEqual([403, 'permission_denied']);
  });
});

describe.each(of('session'))('%s', (route) => {
  test(`${route} without a session is answered 401`, async () => {
    const ask = { ...validAsk(route, ownedIds.live), headers: asPage };
    expect(errorOf(await world.call(route, ask))).toEqual([401, 'unauthenticated']);
  });

  test(`${route} lets no page of another origin read its answer`, async () => {
    const headers = { ...asPage, origin: 'https://evil.example' };
    const answer = await world.call(route, { ...validAsk(route, ownedIds.live), headers });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test(`${route} with a session that does not exist is answered 401`, async () => {
    const ask = { ...validAsk(route, ownedIds.live), as: { cookie: '__Host-session=made-up' } };
    expect((await world.call(route, ask)).status).toBe(401);
  });

  test(`${route} with an API key is answered 403`, async () => {
    const ask = { ...validAsk(route, ownedIds.live), as: owner.live };
    expect(errorOf(await world.call(route, { ...ask, headers: asPage }))).toEqual([403, 'permission_denied']);
  });
});

describe.each(of('session').filter(isUnsafe))('%s', (route) => {
  test(`${route} from a page of another site is answered 403`, async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    const ask = { ...validAsk(route, ownedIds.live), as: owner.person, headers };
    expect(errorOf(await world.call(route, ask))).toEqual([403, 'permission_denied']);
  });
});

describe.each(signedIn)('%s', (route) => {
  test(`${route} refuses an unknown query parameter with 400`, async () => {
    const ask = validAsk(route, ownedIds.live);
    const answer = await world.call(route, {
      ...ask,
      as: asCaller(route, owner),
      query: { ...ask.query, colour: 'red' },
    });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['colour unknown_field']]);
  });

  test(`${route} carries the rate-limit headers, also on a refusal`, async () => {
    const answer = await world.call(route, {
      as: asCaller(route, owner),
      query: { colour: 'red' },
      params: ownedIds.live,
    });
    expect(answer.headers.get('ratelimit')).toMatch(/;r=\d+;/);
  });
});

describe.each(signedIn.filter(takesBody))('%s', (route) => {
  test(`${route} refuses an unknown field with 400`, async () => {
    const ask = validAsk(route, ownedIds.live);
    const body = { ...Object(ask.body), colour: 'red' };
    const answer = await world.call(route, { ...ask, as: asCaller(route, owner), body });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['colour unknown_field']]);
  });
});

describe.each(signedIn.filter(takesForm))('%s', (route) => {
  test(`${route} refuses JSON with 415, and a form that is cut off with 400`, async () => {
    const ask = { ...validAsk(route, ownedIds.live), as: asCaller(route, owner), body: '{}' };
    expect((await world.call(route, ask)).status).toBe(415);
    const cut = { 'content-type': 'multipart/form-data; boundary=b' };
    const answer = await world.call(route, { ...ask, body: '--b\r\n', headers: cut });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [' multipart']]);
  });
});

describe.each(signedIn.filter((route) => takesBody(route) && !takesForm(route)))('%s', (route) => {
  test(`${route} refuses a body that is not JSON with 400, and a form with 415`, async () => {
    const ask = { ...validAsk(route, ownedIds.live), as: asCaller(route, owner), body: '{' };
    expect((await world.call(route, ask)).status).toBe(400);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await world.call(route, { ...ask, headers: form })).status).toBe(415);
  });
});

const optionalOf = (route: Route): string[] => {
  const [method = '', path = ''] = route.split(' ');
  return optionalFields(path, method.toLowerCase());
};

describe.each(of('api_key').filter((route) => optionalOf(route).length > 0))('%s', (route) => {
  test(`${route} takes null for every optional field, as the same request as without the field`, async () => {
    const { body: sent = {}, ...ask } = validAsk(route, ownedIds.live);
    const nulls = Object.fromEntries(optionalOf(route).map((name) => [name, null]));
    const headers = { 'idempotency-key': `nulls of ${route}` };
    for (const body of [sent, { ...nulls, ...Object(sent) }]) {
      const answer = await world.call(route, { ...ask, as: asCaller(route, owner), headers, body });
      expect([400, 422]).not.toContain(answer.status);
    }
  });
});

describe.each(signedIn.filter((route) => isPost(route) && !hasBody(route)))('%s', (route) => {
  test(`${route} takes an empty object like no body`, async () => {
    const ask = { ...validAsk(route, ownedIds.live), as: asCaller(route, owner) };
    for (const body of ['', '{}'])
      expect([400, 415]).not.toContain((await world.call(route, { ...ask, body })).status);
  });
});

describe.each(signedIn.filter(isPost))('%s', (route) => {
  test(`${route} refuses an Idempotency-Key that is too short with 400`, async () => {
    const headers = { 'idempotency-key': 'short' };
    const answer = await world.call(route, {
      ...validAsk(route, ownedIds.live),
      as: asCaller(route, owner),
      headers,
    });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['Idempotency-Key length']]);
  });
});

const owned = signedIn.filter((route) => route.includes('{') || takesProject(route));
const ofMode = owned.filter((route) => /transcription_id|file_id|webhook_id/.test(route));
const other = { live: 'test', test: 'live' } as const;

describe.each(owned)('%s', (route) => {
  test(`${route} answers a stranger's id with 404`, async () => {
    const answer = await world.call(route, {
      ...validAsk(route, ownedIds.live),
      as: asCaller(route, stranger),
    });
    expect(errorOf(answer)).toEqual([404, 'not_found']);
  });

  test(`${route} answers an unknown id exactly like a stranger's`, async () => {
    const missing = Object.fromEntries(
      Object.entries(ownedIds.live).map(([name, id]) => [name, `${id.split('_')[0]}_${'b'.repeat(26)}`]),
    );
    const [none, theirs] = await Promise.all(
      [missing, ownedIds.live].map((ids) =>
        world.call(route, { ...validAsk(route, ids), as: asCaller(route, stranger) }),
      ),
    );
    expect(none?.body.error.message).toBe(theirs?.body.error.message);
  });
});

describe.each(signedIn.filter((route) => route.includes('{')))('%s', (route) => {
  test.each(['*', '😀'])(`${route} answers %s, which is no id, with 404`, async (id) => {
    for (const name of Object.keys(ownedIds.live).filter((param) => route.includes(`{${param}}`))) {
      const ids = { ...ownedIds.live, [name]: id };
      const answer = await world.call(route, { ...validAsk(route, ids), as: asCaller(route, owner) });
      expect(errorOf(answer)).toEqual([404, 'not_found']);
    }
  });
});

describe.each(ofMode)('%s', (route) => {
  test.each(['live', 'test'] as const)(`${route} sees nothing of the other mode in %s mode`, async (mode) => {
    const ask = validAsk(route, ownedIds[other[mode]], mode);
    expect(errorOf(await world.call(route, { ...ask, as: asCaller(route, owner, mode) }))).toEqual([
      404,
      'not_found',
    ]);
  });
});
