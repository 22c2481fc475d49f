import { expect, test } from 'vitest';
import * as z from 'zod';
import { acceptsEventStream, eventStream } from '#lib/platform/http/event-stream.ts';

test.each([
  ['text/event-stream', true],
  ['application/json, Text/Event-Stream;q=0.9', true],
  ['*/*', false],
  ['', false],
  [undefined, false],
])('a request that accepts %s gets server-sent events: %s', (accept, expected) => {
  expect(acceptsEventStream(accept)).toBe(expected);
});

test('each event is one line of data, whatever is in it', () => {
  const Page = z.object({ data: z.array(z.object({ id: z.int(), text: z.string() })) });
  const events = [{ id: 7, text: 'a\n\nid: 9\r\u2028b' }];
  const { body = '' } = eventStream(Page, { data: [] }).toReply({ kind: 'stream', events });
  const [, event = '', ...rest] = body.split('\n\n');
  expect(event.split(/[\r\n]/)).toHaveLength(2);
  expect(JSON.parse(event.slice('id: 7\ndata: '.length))).toEqual(events[0]);
  expect(rest).toEqual(['']);
});
