import * as z from 'zod';
import type { Success } from './contract.ts';
import { essenceOf } from './media-type.ts';
import { type Reply, reply } from './reply.ts';

type NumberedEvent = { readonly id: number };

/**
 * Events as a page of JSON, the same events for an EventSource, or the answer that stops an EventSource from reconnecting.
 */
export type EventsAnswer<Page> =
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'stream'; readonly events: readonly NumberedEvent[] }
  | { readonly kind: 'over' };

const mediaType = 'text/event-stream';

/** Whether a request asks for server-sent events, as every EventSource does. */
export const acceptsEventStream = (accept = ''): boolean =>
  accept.split(',').some((range) => essenceOf(range) === mediaType);

/** The events in one answer. After it, an EventSource reconnects at once. */
const streamOf = (events: readonly NumberedEvent[]): string =>
  ['retry: 0\n\n', ...events.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)].join('');

const streamReply = (events: readonly NumberedEvent[]): Reply => ({
  statusCode: 200,
  headers: { 'content-type': mediaType, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  body: streamOf(events),
});

const EventStream = z.string().meta({
  id: 'EventStream',
  description: 'Server-sent events, each with the JSON of one event as its data.',
});

type PageOfEvents = { readonly data: readonly NumberedEvent[] };

/**
 * The success of a route with events: a page as JSON, or server-sent events. Answers 204 to an EventSource if no event
 * will follow.
 */
export const eventStream = <Page extends PageOfEvents>(
  page: z.ZodType<Page>,
  example: NoInfer<Page>,
): Success<EventsAnswer<Page>> => ({
  status: 200,
  content: {
    'application/json': { schema: page, example },
    [mediaType]: { schema: EventStream, example: streamOf(example.data) },
  },
  nothing: 'With `Accept: text/event-stream`: no event will follow, so an EventSource stops.',
  toReply: (answer) => {
    if (answer.kind === 'over') return { statusCode: 204 };
    return answer.kind === 'page' ? reply(200, answer.page) : streamReply(answer.events);
  },
});
