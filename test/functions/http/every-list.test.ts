import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { apiKeyCreateRoute, apiKeyRoute } from '#functions/http/api-key.ts';
import { bareRoute } from '#functions/http/bare.ts';
import { paymentEventRoute } from '#functions/http/payment-events.ts';
import { publicRoute } from '#functions/http/public.ts';
import { sessionChangeRoute, sessionCreateRoute, sessionRoute } from '#functions/http/session.ts';
import { signInRoute } from '#functions/http/sign-in.ts';
import { changeContract, contract, createContract, json } from '#lib/platform/http/contract.ts';
import { reply } from '#lib/platform/http/reply.ts';
import { httpEvent, lambdaContext } from '../../support/http-event.ts';
import { noteContract } from '../../support/note-contract.ts';
import { watchLog } from '../../support/log-lines.ts';

/* The requirements of every list of middlewares, independent of its callers. */

const Note = z.object({ text: z.string() });
const note = { text: 'note '.repeat(30_000) };
const success = json(200, Note, note);
const read = contract({ ...noteContract, success });
const body = { schema: z.object({}), example: {} };
const create = createContract({ ...noteContract, body, success });
const change = changeContract({ ...noteContract, body, success });

const headers = {};
const caller = { tenant: 'prj_a.live', organizationId: null, keyId: 'k' } as const;
const authenticate = async () => ({ caller, headers });
const createdAt = '2026-11-20T10:00:00.000Z';
const user = { id: 'usr_a', email: 'ada@example.com', name: 'Ada' };
const session = { id: 's', user, createdAt, expiresAt: new Date(createdAt) };
const access = { origin: 'https://console.example', countSession: async () => ({ session, headers }) };
const created = async () => ({ value: note, replayed: false });

const lists = {
  'an API key': apiKeyRoute({ authenticate, contract: read }, async () => note),
  'an API key that creates': apiKeyCreateRoute({ authenticate, contract: create }, created),
  'a session': sessionRoute({ access, contract: read }, async () => note),
  'a session that creates': sessionCreateRoute({ access, contract: create }, created),
  'a session that changes': sessionChangeRoute({ access, contract: change }, async () => note),
  'every caller': publicRoute(read, async () => note),
  'a sign-in': signInRoute(read, async () => note),
  'a payment event': paymentEventRoute(
    () => true,
    async () => reply(200, note),
  ),
  'no contract': bareRoute(async () => reply(200, note)),
};

const event = {
  ...httpEvent({
    route: 'POST /v1/notes',
    headers: { 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip' },
    body: '{}',
  }),
  cookies: ['__Host-session=s'],
};
const asKey = { ...event, cookies: [], headers: { ...event.headers, authorization: 'Bearer x' } };

let watched: ReturnType<typeof watchLog>;
beforeEach(() => {
  watched = watchLog();
});

test.each(Object.entries(lists))(
  'a route for %s names the request in its answer and in one log line, and compresses',
  async (name, handle) => {
    const answer = await handle(name.includes('API key') ? asKey : event, lambdaContext);
    expect(answer).toMatchObject({
      statusCode: 200,
      headers: { 'x-request-id': 'request-7', 'content-encoding': 'gzip' },
    });
    expect(watched.lines).toMatchObject([
      { event: 'request.answered', route: 'POST /v1/notes', status: 200, request_id: 'request-7' },
    ]);
  },
);
