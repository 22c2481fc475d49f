import * as z from 'zod';
import type { Caller } from '#lib/domain/auth/caller.ts';
import { AppError } from '#lib/platform/errors.ts';
import { acceptsEventStream, type EventsAnswer } from '#lib/platform/http/event-stream.ts';
import { count } from '#lib/platform/http/fields.ts';
import { optionalWholeNumber, wholeNumber } from '#lib/platform/http/parameters.ts';
import { longPoll, type LongPollDeps, maxWaitSeconds } from '#lib/platform/limits/long-poll.ts';
import { viewEvent } from './event-view.ts';
import { getSession } from './get-session.ts';
import { DurableEvent } from './protocol.ts';
import type { SessionRepository } from './session-repository.ts';
import { isOver, type RealtimeSession, statuses } from './session.ts';

export type ListEventsDeps = LongPollDeps & {
  readonly sessions: Pick<SessionRepository, 'find' | 'readEvents'>;
};

const eventIds = { min: 0, max: 10_000_000 };

/** Query of GET /v1/realtime/sessions/{id}/events. */
export const ListEventsQuery = z.strictObject({
  after: wholeNumber({
    ...eventIds,
    default: 0,
    description: 'Only events after this `id`. A header Last-Event-ID takes precedence.',
  }),
  wait: optionalWholeNumber({
    min: 0,
    max: maxWaitSeconds,
    description: `Maximum number of seconds to wait for the next event: by default 0, for server-sent events ${maxWaitSeconds}.`,
  }),
});

/** Headers that the route reads. */
export const ListEventsHeaders = z.object({
  'last-event-id': optionalWholeNumber({
    ...eventIds,
    description: 'The id of the last event that an EventSource has.',
  }),
});

export const EventPage = z
  .object({
    data: z.array(DurableEvent),
    has_more: z.boolean(),
    next_after: count.meta({ description: 'Send it as `after` for the events that follow.' }),
    session_status: z.enum(statuses).meta({
      description:
        'The status before this page was read. No events follow an empty page of a session that has ended.',
    }),
  })
  .meta({ id: 'RealtimeEventPage', description: 'Stored events of a session, in order.' });
export type EventPage = z.infer<typeof EventPage>;

export type EventsRequest = {
  readonly id: string;
  readonly query: z.infer<typeof ListEventsQuery>;
  readonly accept: string | undefined;
  readonly lastEventId: number | undefined;
  /** Remaining time of the function, in ms. */
  readonly remainingMs: () => number;
};

const findReadable = async (deps: ListEventsDeps, caller: Caller, id: string): Promise<RealtimeSession> => {
  const session = await getSession(deps, caller, id);
  if (new Date(session.expiresAt) > deps.now()) return session;
  throw new AppError('expired', 'The events of this session were erased: they are past their retention.');
};

/**
 * The stored events of a session of the caller's project, at once or as soon as there is one. Throws `not_found`,
 * `expired`, and `concurrency_limit_exceeded` if too many requests wait.
 */
export const listEvents = async (
  deps: ListEventsDeps,
  caller: Caller,
  { id, query, accept, lastEventId, remainingMs }: EventsRequest,
): Promise<EventsAnswer<EventPage>> => {
  const session = await findReadable(deps, caller, id);
  const streams = acceptsEventStream(accept);
  const after = lastEventId ?? query.after;
  // The last event of an ended session was stored with its end, so the first look finds it.
  const ended = isOver(session);
  const found = await longPoll(deps, caller, {
    waitSeconds: query.wait ?? (streams ? maxWaitSeconds : 0),
    remainingMs,
    look: () => deps.sessions.readEvents(session, after),
    isNews: (events) => events.length > 0 || ended,
  });
  const data = found.map((event) => viewEvent(session, event));
  if (streams) return data.length === 0 && ended ? { kind: 'over' } : { kind: 'stream', events: data };
  const nextAfter = data.at(-1)?.id ?? after;
  const page = { data, next_after: nextAfter, has_more: nextAfter < session.lastEventId };
  return { kind: 'page', page: { ...page, session_status: session.status } };
};
