import { describe, expect, test } from 'vitest';
import { randomInt } from 'node:crypto';
import { dayMs } from '#lib/platform/durations.ts';
import { randomId } from '#lib/platform/ids.ts';
import { waitLimiter } from '#lib/platform/limits/waits.ts';
import { startWorld } from '../../../support/start-world.ts';
import { aFinal } from '../../../lib/domain/realtime/session-scenes.ts';

const { world, customer } = await startWorld();
const route = 'GET /v1/realtime/sessions/{session_id}/events';
const stream = { accept: 'text/event-stream' };

type Asked = { readonly query?: Record<string, string>; readonly headers?: Record<string, string> };
const ask = (id: string, asked: Asked = {}) =>
  world.call(route, { as: customer.live, params: { session_id: id }, ...asked });

/** A live session with the finals of a commit. */
const aLiveSession = async (finals = 2) => {
  const ref = { tenant: `${customer.projectId}.live`, id: await world.aSession(customer) } as const;
  const { sessions, now } = world.deps;
  const created = await sessions.find(ref);
  if (!created) throw new Error('The session is stored.');
  const credential = { kind: 'secret', hash: created.secretHash } as const;
  await sessions.connect(created, { credential, afterEventId: 0, now: now() });
  const claimed = await sessions.claimLease(ref, now());
  if (!claimed) throw new Error('The session can be claimed.');
  const events = Array.from({ length: finals }, (_, at) => aFinal(at + 1, `text ${at + 1}`));
  const commit = { throughMs: 4_000, events, speechMs: 1_800, unrecognizedMs: 0, now: now() };
  const session = await sessions.commit(claimed, commit);
  if (!session) throw new Error('The runner may commit.');
  const end = async () => {
    const closed = await sessions.close(ref, { reason: 'finish', now: now() });
    if (closed) await sessions.end(closed, { now: now(), detectedLanguage: 'en', billedMicroUsd: 0 });
  };
  return { ...ref, session, end };
};

/** The elapsed time until the response. */
const timed = async <T>(work: Promise<T>): Promise<[number, T]> => {
  const before = world.clock.now.getTime();
  const answer = await work;
  return [world.clock.now.getTime() - before, answer];
};

describe('as JSON', () => {
  test('200 is all events of a live session', async () => {
    const { id } = await aLiveSession();
    const { status, body } = await ask(id);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ has_more: false, next_after: 2, session_status: 'live' }),
    ]);
    expect(body.data).toMatchObject([
      { id: 1, session_id: id, type: 'transcript.final', segment: { id: 1, text: 'text 1' } },
      { id: 2, segment: { text: 'text 2' } },
    ]);
  });

  test('200 with after has later events only', async () => {
    const { id } = await aLiveSession();
    expect((await ask(id, { query: { after: '1' } })).body.data).toMatchObject([{ id: 2 }]);
    const { body } = await ask(id, { query: { after: '2' } });
    expect(body).toMatchObject({ data: [], has_more: false, next_after: 2 });
  });

  test('200 of an ended session ends with session.finished, and does not wait for more', async () => {
    const { id, end } = await aLiveSession();
    await end();
    const [ms, { body }] = await timed(ask(id, { query: { after: '2', wait: '25' } }));
    expect(body).toMatchObject({ data: [{ id: 3, type: 'session.finished' }], session_status: 'completed' });
    const [laterMs, later] = await timed(ask(id, { query: { after: '3', wait: '25' } }));
    expect(later.body).toMatchObject({ data: [], next_after: 3, session_status: 'completed' });
    expect([ms, laterMs]).toEqual([0, 0]);
  });

  test('200 says that there are more events than a page has', async () => {
    const { id } = await aLiveSession();
    const readEvents = async () => [aFinal(1)];
    const call = world.callWith({ sessions: { ...world.deps.sessions, readEvents } });
    const { body } = await call(route, { as: customer.live, params: { session_id: id } });
    expect(body).toMatchObject({ has_more: true, next_after: 1 });
  });

  test('200 comes after the wait if there is no event, and at once without wait', async () => {
    const { id } = await aLiveSession();
    const [atOnce] = await timed(ask(id, { query: { after: '2' } }));
    const [waited, { body }] = await timed(ask(id, { query: { after: '2', wait: '5' } }));
    expect([atOnce, waited, body.data]).toEqual([0, 5_000, []]);
  });

  test('200 comes with the first event', async () => {
    const { id, end } = await aLiveSession();
    let looks = 0;
    const sleep = async (ms: number) => {
      looks += 1;
      if (looks === 3) await end();
      await world.deps.sleep(ms);
    };
    const ended = world.callWith({ sleep })(route, {
      as: customer.live,
      params: { session_id: id },
      query: { after: '2', wait: '25' },
    });
    const [ms, { body }] = await timed(ended);
    expect([ms, body.data]).toEqual([1_500, [expect.objectContaining({ type: 'session.finished' })]]);
  });
});

describe('as server-sent events', () => {
  test('200 has each event with its id, and has the client come back at once', async () => {
    const { id } = await aLiveSession();
    const { status, headers, body } = await ask(id, { headers: stream });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const [retry, first, second, ...rest] = body.split('\n\n');
    expect([retry, rest]).toEqual(['retry: 0', ['']]);
    expect(first).toMatch(/^id: 1\ndata: \{.*"text 1".*\}$/);
    const data = (await ask(id)).body.data;
    expect([first, second].map((text) => JSON.parse(text.split('\ndata: ')[1]))).toEqual(data);
  });

  test('200 goes on after Last-Event-ID, which wins over after', async () => {
    const { id } = await aLiveSession();
    const { body } = await ask(id, { query: { after: '0' }, headers: { ...stream, 'last-event-id': '1' } });
    expect(body).toMatch(/^retry: 0\n\nid: 2\n/);
  });

  test('200 without events comes after 25 s, or sooner if wait says so', async () => {
    const { id } = await aLiveSession();
    const headers = { ...stream, 'last-event-id': '2' };
    const [ms, { body }] = await timed(ask(id, { headers }));
    const [shorter] = await timed(ask(id, { headers, query: { wait: '3' } }));
    expect([ms, body, shorter]).toEqual([25_000, 'retry: 0\n\n', 3_000]);
  });

  test('204 ends the reconnecting once the last event of a session was read', async () => {
    const { id, end } = await aLiveSession();
    await end();
    expect((await ask(id, { headers: { ...stream, 'last-event-id': '2' } })).status).toBe(200);
    expect((await ask(id, { headers: { ...stream, 'last-event-id': '3' } })).status).toBe(204);
  });

  test('a refusal is the error object', async () => {
    const { status, body } = await ask('x', { headers: stream });
    expect([status, body.error.type]).toEqual([404, 'not_found']);
  });
});

test.each(['-1', 'x', '1.5'])('400 names a Last-Event-ID of %s', async (sent) => {
  const { id } = await aLiveSession();
  const { status, body } = await ask(id, { headers: { ...stream, 'last-event-id': sent } });
  expect([status, body.error.details.fields[0].path]).toEqual([400, 'last-event-id']);
});

test('410 once the retention is over', async () => {
  const { id } = await aLiveSession();
  const now = () => new Date(world.clock.now.getTime() + 30 * dayMs);
  const call = world.callWith({ now });
  expect((await call(route, { as: customer.live, params: { session_id: id } })).status).toBe(410);
});

test('429 when too many requests wait at once, and not without wait', async () => {
  const { id } = await aLiveSession(0);
  const waiting = Promise.withResolvers<void>();
  let asleep = 0;
  const call = world.callWith({
    sleep: () => {
      asleep += 1;
      return waiting.promise;
    },
  });
  const asked = { as: customer.live, params: { session_id: id }, headers: stream };
  const open = [call(route, asked), call(route, asked)];
  await expect.poll(() => asleep).toBe(2);
  const refused = await call(route, asked);
  expect([refused.status, refused.body.error.type]).toEqual([429, 'concurrency_limit_exceeded']);
  expect((await ask(id)).status).toBe(200);
  world.clock.now = new Date(world.clock.now.getTime() + 25_000);
  waiting.resolve();
  expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200]);
});

test('429 when one organization waits too often in several projects, while another organization may wait', async () => {
  const other = await world.aCustomer();
  const waiting = Promise.withResolvers<void>();
  let asleep = 0;
  const { table, now } = world.deps;
  const counted = { table, now, random: randomInt, newOwner: () => randomId('own') };
  const call = world.callWith({
    beginWait: waitLimiter(counted, { waitsPerKey: 2, waitsPerProject: 8, waitsPerOrganization: 2 }),
    sleep: () => {
      asleep += 1;
      return waiting.promise;
    },
  });
  const wait = async (by: typeof customer, mode: 'live' | 'test') =>
    call(route, { as: by[mode], params: { session_id: await world.aSession(by, mode) }, headers: stream });
  const open = [wait(customer, 'live'), wait(customer, 'live')];
  await expect.poll(() => asleep).toBe(2);
  const refused = await wait(customer, 'test');
  expect([refused.status, refused.body.error.type]).toEqual([429, 'concurrency_limit_exceeded']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  open.push(wait(other, 'live'));
  await expect.poll(() => asleep).toBe(3);
  world.clock.now = new Date(world.clock.now.getTime() + 25_000);
  waiting.resolve();
  expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200, 200]);
});
