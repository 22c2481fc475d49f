import { expect, test } from 'vitest';
import {
  listSessions,
  type ListSessionsDeps,
  ListSessionsQuery,
} from '#lib/domain/realtime/list-sessions.ts';
import { later } from '#lib/platform/durations.ts';
import { derivedId } from '#lib/platform/ids.ts';
import { aSession } from '../../../support/realtime.ts';

const now = new Date('2026-11-20T10:00:00.000Z');
const caller = { tenant: 'prj_a.live', organizationId: null, keyId: 'k' } as const;
const idOf = (at: number) => derivedId('rts', [String(at)]);

/** An endless list of sessions. Every `step`-th session matches the filter. */
const listEvery = (step: number) => {
  const reads: number[] = [];
  let read = 0;
  const list: ListSessionsDeps['sessions']['list'] = async (_, { limit }) => {
    reads.push(limit);
    const sessions = Array.from({ length: limit }, (__, at) => read + at)
      .filter((at) => at % step === 0)
      .map((at) => aSession({ id: idOf(at), createdAt: later(now, -at).toISOString() }));
    read += limit;
    return { sessions, next: { createdAt: later(now, 1 - read).toISOString(), id: idOf(read - 1) } };
  };
  return { reads, list };
};

test('a search of sessions reads 500 of them in a request, however few match', async () => {
  const { reads, list } = listEvery(400);
  const query = ListSessionsQuery.parse({ client_reference_id: 'call-42' });
  const page = await listSessions({ sessions: { list }, now: () => now }, caller, query);
  expect(page).toMatchObject({ data: [{ id: idOf(0) }, { id: idOf(400) }], has_more: true });
  expect(reads).toEqual([100, 100, 100, 100, 100]);
});

test('a list of sessions without a filter reads no more than it shows, and one that shows whether there are others', async () => {
  const { reads, list } = listEvery(1);
  const query = ListSessionsQuery.parse({});
  const page = await listSessions({ sessions: { list }, now: () => now }, caller, query);
  expect(page).toMatchObject({ data: { length: 20 }, has_more: true });
  expect(reads).toEqual([21]);
});

test('a list of live sessions leaves out one that has ended since the index was written', async () => {
  const sessions = [
    aSession({ id: idOf(0), status: 'completed' }),
    aSession({ id: idOf(1), status: 'live' }),
  ];
  const list: ListSessionsDeps['sessions']['list'] = async () => ({ sessions, next: null });
  const idsOf = async (query: object) => {
    const asked = ListSessionsQuery.parse(query);
    const { data } = await listSessions({ sessions: { list }, now: () => now }, caller, asked);
    return data.map(({ id }) => id);
  };
  expect(await idsOf({ status: 'live' })).toEqual([idOf(1)]);
  expect(await idsOf({})).toEqual([idOf(0), idOf(1)]);
});
