import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventOrder } from '../../../sdk/typescript/event-order.ts';
import type { RealtimeEvent } from '../../../sdk/typescript/realtime.ts';

const durable = (id: number): RealtimeEvent => ({
  type: 'transcript.final',
  id,
  session_id: 'rts_a',
  at: '2026-11-20T10:00:00.000Z',
  segment: { id, start_ms: 0, end_ms: 900, text: `Word ${id}.`, language: 'en', end_reason: 'silence' },
});

const handedOn = (arrivals: readonly RealtimeEvent[]): RealtimeEvent[] => {
  const events: RealtimeEvent[] = [];
  const order = new EventOrder((event) => events.push(event));
  for (const event of arrivals) order.add(event);
  return events;
};

test('durable events are handed on once and in order, however they arrive', () => {
  const ids = Array.from({ length: 8 }, (_, i) => i + 1);
  const arrivals = fc
    .array(fc.constantFrom(...ids), { maxLength: 20 })
    .chain((doubled) =>
      fc.shuffledSubarray([...ids, ...doubled], { minLength: ids.length + doubled.length }),
    );
  fc.assert(
    fc.property(arrivals, (order) => {
      expect(handedOn(order.map(durable))).toEqual(ids.map(durable));
    }),
  );
});

test('an event after a lost one waits for it', () => {
  expect(handedOn([durable(1), durable(3)])).toEqual([durable(1)]);
});

test('an event of the moment does not wait for durable ones', () => {
  const pong: RealtimeEvent = { type: 'pong', session_id: 'rts_a', at: '2026-11-20T10:00:00.000Z' };
  expect(handedOn([durable(2), pong])).toEqual([pong]);
});
