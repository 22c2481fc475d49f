import { beforeAll, describe, expect, test } from 'vitest';
import { type Route, routes } from '#functions/routes.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { aFunctionWorld, type Customer, type FunctionWorld } from '../support/function-world.ts';
import { type OwnedIds, hasBody, takesForm, validAsk, signedIn, asCaller } from '../support/valid-ask.ts';

let world: FunctionWorld;
let payer: Customer;
beforeAll(async () => {
  // One key sends many requests, while the clock stands still.
  world = await aFunctionWorld(Limits.parse({ requestsPerMinute: 1_000 }));
  payer = await world.aCustomer();
});

const inTestMode = signedIn.filter(
  (route) => routes[route].audience === 'api_key' || /webhooks|\{project_id\}\/transcription/.test(route),
);

/** All amounts that an organization can be charged: its balance, its held amount, and the live usage of its project. */
const chargedTo = async ({ person, organizationId, projectId }: Customer) => {
  const billing = await world.call('GET /api/platform/v1/organizations/{organization_id}/billing', {
    as: person,
    params: { organization_id: organizationId },
  });
  const usage = await world.call('GET /api/platform/v1/projects/{project_id}/usage', {
    as: person,
    params: { project_id: projectId },
    query: { mode: 'live' },
  });
  const { balance_usd: balance, held_usd: held } = billing.body;
  return { balance, held, usage: usage.body.totals };
};

/** The ids of objects in test mode for a route. */
const testThingsFor = async (route: Route): Promise<OwnedIds> => {
  const { organizationId: organization_id, projectId: project_id } = payer;
  const aJob = route.endsWith('/retry') ? world.aFailedJob : world.aCompletedJob;
  return {
    organization_id,
    project_id,
    delivery_id: `dlv_${'a'.repeat(26)}`,
    ...(route.includes('{transcription_id}') && { transcription_id: await aJob(payer, 'test') }),
    ...(route.includes('{session_id}') && { session_id: await world.aSession(payer, 'test') }),
    ...(route.includes('{file_id}') && { file_id: await world.aFile(payer, 'test') }),
    ...(route.includes('{webhook_id}') && { webhook_id: await world.aWebhook(payer, 'test') }),
  };
};

describe.each(inTestMode)('%s', (route) => {
  test(`${route} charges nothing and holds nothing in test mode`, async () => {
    const ask = validAsk(route, await testThingsFor(route), 'test');
    const takesUpload = hasBody(route) && !takesForm(route) && /\/(transcriptions|files)$/.test(route);
    const body = takesUpload ? { upload_id: await world.anUpload(payer, 'test') } : ask.body;
    const before = await chargedTo(payer);
    const { status } = await world.call(route, {
      ...ask,
      ...(body !== undefined && { body }),
      as: asCaller(route, payer, 'test'),
    });
    const unlike = /delivery_id|request_id/.test(route) ? [404] : takesForm(route) ? [409] : undefined;
    expect(status).toBeOneOf(unlike ?? [200, 201, 202, 204]);
    expect(await chargedTo(payer)).toEqual(before);
  });
});
