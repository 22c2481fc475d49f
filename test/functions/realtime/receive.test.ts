import { expect, test } from 'vitest';
import { lambdaContext } from '../../support/http-event.ts';
import { startRealtimeWorld } from '../../support/realtime-world.ts';

const { world, handlers, deps, create, handshake, contextOf, eventOf, open, posted, closed, woken } =
  await startRealtimeWorld();
const base64 = (...bytes: number[]): string => Buffer.from(bytes).toString('base64');

test('audio is stored at its offset, and the first bytes win', async () => {
  const { ref, send } = await open();
  await send({ type: 'audio', offset: 4, data: base64(5, 6, 7, 8) });
  await send({ type: 'audio', offset: 0, data: base64(1, 2, 3, 4) });
  await send({ type: 'audio', offset: 0, data: base64(9, 9, 9, 9) });
  const { frames } = await deps.sessions.readInput(ref, { afterFrame: -1, fromMark: 0 });
  expect(frames.map(({ offset, data }) => [offset, [...(data ?? [])]])).toEqual([
    [0, [1, 2, 3, 4]],
    [4, [5, 6, 7, 8]],
  ]);
});

test('audio without offsets is stored in the order of its arrival', async () => {
  const { ref, send } = await open();
  for (const byte of [1, 3]) await send({ type: 'audio', data: base64(byte, byte + 1) });
  const { frames } = await deps.sessions.readInput(ref, { afterFrame: -1, fromMark: 0 });
  expect(frames.map(({ offset }) => offset)).toEqual([0, 2]);
});

test('finalize and finish are stored at their offset', async () => {
  const { ref, send } = await open();
  await send({ type: 'finalize', offset: 4 });
  await send({ type: 'finish', offset: 8 });
  const { marks } = await deps.sessions.readInput(ref, { afterFrame: -1, fromMark: 0 });
  expect(marks).toEqual([
    { offset: 8, kind: 'finish' },
    { offset: 4, kind: 'finalize' },
  ]);
});

test('a ping is answered by a pong', async () => {
  const { send } = await open('pinging');
  await send({ type: 'ping' });
  expect(posted.at(-1)).toMatchObject({ to: 'pinging', event: { type: 'pong' } });
});

test('a ping wakes a runner in place of one that was lost', async () => {
  const { ref, send } = await open('waiting');
  await deps.sessions.claimLease(ref, world.clock.now);
  const lost = woken.length;
  world.clock.now = new Date(world.clock.now.getTime() + 6_000);
  await send({ type: 'ping' });
  expect(woken.slice(lost)).toEqual([ref]);
});

test('the third message that is not of the protocol ends the connection', async () => {
  const { send } = await open('malformed');
  for (const text of ['no JSON', '{"type":"audio","offset":-1}', '{"type":"dance"}']) await send(text);
  const errors = posted.filter(({ to }) => to === 'malformed').map(({ event }) => event);
  expect(errors).toMatchObject([
    { type: 'error', fatal: false, error: { type: 'invalid_message', request_id: 'request-8' } },
    { fatal: false },
    { fatal: true },
  ]);
  expect(closed.filter((id) => id === 'malformed')).toHaveLength(1);
});

test('audio far ahead of real time ends the connection and is not stored', async () => {
  const { ref, send } = await open('fast');
  await send({ type: 'audio', offset: 31 * 32_000, data: base64(1, 2) });
  expect(posted.at(-1)).toMatchObject({ event: { fatal: true, error: { type: 'audio_too_fast' } } });
  expect(closed).toContain('fast');
  const { frames } = await deps.sessions.readInput(ref, { afterFrame: -1, fromMark: 0 });
  expect(frames).toEqual([]);
});

test('a client may send at once what was spoken while its first connection failed for a minute', async () => {
  const session = await create({ client_secret_ttl_seconds: 120 });
  const { now } = world.clock;
  world.clock.now = new Date(now.getTime() + 60_000);
  const authorizer = contextOf(await handshake(session));
  const spoken = JSON.stringify({ type: 'audio', offset: 60 * 32_000, data: base64(1, 2) });
  const sent = posted.length;
  await handlers.receive(eventOf(authorizer, 'late', { body: spoken }), lambdaContext);
  world.clock.now = now;
  expect(posted.slice(sent)).toEqual([]);
});

test('a client that may not connect is told why at its first message, and closed', async () => {
  const { authorizer } = await open('refused');
  const event = eventOf({ ...authorizer, refusal: 'expired' }, 'refused', { body: '{"type":"hello"}' });
  await handlers.receive(event, lambdaContext);
  expect(posted.at(-1)).toMatchObject({
    to: 'refused',
    event: { fatal: true, error: { type: 'expired', retryable: false } },
  });
  expect(closed).toContain('refused');
});
