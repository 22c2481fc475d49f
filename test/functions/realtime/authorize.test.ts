import { expect, test } from 'vitest';
import { startRealtimeWorld } from '../../support/realtime-world.ts';

const { world, customer, create, handshake, contextOf } = await startRealtimeWorld();
const effectOf = ({ policyDocument }: any): string => policyDocument.Statement[0].Effect;

test('the client secret opens a session as subprotocol of a browser, with the facts of the connection', async () => {
  const session = await create();
  const answer = await handshake(session);
  expect(effectOf(answer)).toBe('Allow');
  expect(contextOf(answer)).toEqual({
    tenant: `${customer.projectId}.live`,
    session: session.id,
    connection: '1',
    startedAtMs: String(world.clock.now.getTime()),
    bytesPer10Ms: '320',
  });
});

test('WebM is limited by the highest rate that Opus has', async () => {
  const answer = await handshake(await create({ audio: { format: 'webm_opus' } }));
  expect(contextOf(answer)).toMatchObject({ bytesPer10Ms: '700' });
});

test.each(['Bearer', 'bearer'])(
  'the client secret opens a session as token of a server: %s',
  async (scheme) => {
    const session = await create();
    const headers = { authorization: `${scheme} ${session.client_secret.value}` };
    expect(effectOf(await handshake(session, { headers }))).toBe('Allow');
  },
);

test.each([
  ['no credential', { headers: {} }],
  ['a credential of another form', { credential: 'secret' }],
  ['another project', { query: { project: `prj_${'a'.repeat(26)}` } }],
  ['another mode', { query: { mode: 'test' } }],
  ['a malformed session', { query: { session: 'x' } }],
])('%s is denied without a reason', async (_, asked) => {
  const answer = await handshake(await create(), asked);
  expect([effectOf(answer), answer.context]).toEqual(['Deny', {}]);
});

test('the secret of another session is denied', async () => {
  const other = await create();
  const answer = await handshake(await create(), { credential: other.client_secret.value });
  expect(effectOf(answer)).toBe('Deny');
});

test('a secret that has expired is let in, to be told so', async () => {
  const session = await create({ client_secret_ttl_seconds: 10 });
  const { now } = world.clock;
  world.clock.now = new Date(now.getTime() + 10_000);
  expect(contextOf(await handshake(session))).toMatchObject({ refusal: 'expired' });
  world.clock.now = now;
});

test('a page of an origin that is not allowed is let in, to be told so', async () => {
  const session = await create({ allowed_origins: ['https://app.example'] });
  const from = (origin: string) => {
    const protocols = `earshot.v1, ${session.client_secret.value}`;
    return handshake(session, { headers: { origin, 'sec-websocket-protocol': protocols } });
  };
  expect(contextOf(await from('https://evil.example'))).toMatchObject({ refusal: 'permission_denied' });
  expect(contextOf(await from('https://app.example'))).not.toHaveProperty('refusal');
});
