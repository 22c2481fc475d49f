import type { Item, Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import {
  emptySlots,
  freeSlots,
  rateLimitHeaders,
  type Slots,
  slotsOf,
} from '#lib/platform/limits/rate-window.ts';
import { isSurelyFull, recentlyCounted } from '#lib/platform/limits/recently-counted.ts';
import {
  type Clock,
  type CountedRequest,
  systemClock,
  takeSlot,
  tooManyRequests,
} from '#lib/platform/limits/take-slot.ts';
import { log, addLogFields } from '#lib/platform/log.ts';
import { Person, personKey } from './person.ts';
import { findSession } from './session-repository.ts';
import { type Session, signInFirst } from './session.ts';

/** A live session, and its person's rate-limit headers. */
export type CountedSession = {
  readonly session: Session;
  readonly headers: Readonly<Record<string, string>>;
};

const limited = (slots: Slots, now: number) => tooManyRequests('in a minute', slots, now);

/** Throws `unauthenticated` if the person of this item signed out everywhere after the session began. */
const assertSignedIn = (session: Session, item: Item | undefined): void => {
  const { signedOutAt } = Person.parse(item ?? {});
  if (signedOutAt !== undefined && signedOutAt >= session.createdAt) throw signInFirst();
};

const countedPerson = (session: Session, limit: number): CountedRequest => ({
  key: personKey(session.user.id),
  limit,
  // A request with an ended session must not use up the rate limit of its person.
  condition: () => ({
    where: '(attribute_not_exists(signedOutAt) OR signedOutAt < :createdAt)',
    values: { ':createdAt': session.createdAt },
  }),
  assert: (item) => assertSignedIn(session, item),
});

/**
 * Finds sessions by id, and admits `requestsPerMinute` requests of a person in any 60 s. Throws `unauthenticated` or
 * `rate_limit_exceeded`.
 */
export const countedSession = (
  table: Pick<Table, 'get' | 'update'>,
  requestsPerMinute: number,
  clock: Clock = systemClock,
) => {
  const recent = recentlyCounted();

  /**
   * Admits a person who has a free slot, without counting the request. Used when the table can be read but not written.
   */
  const admitUncounted = async (session: Session, cause: unknown): Promise<CountedSession> => {
    const { id } = session.user;
    const item = await table.get(personKey(id));
    assertSignedIn(session, item);
    const now = clock.now().getTime();
    const slots = slotsOf(item ?? {}, requestsPerMinute);
    if (freeSlots(slots, now).length === 0) throw limited(slots, now);
    log.error('limiter.failed_open', cause, { user_id: id });
    return { session, headers: {} };
  };

  const count = async (session: Session, known: Slots): Promise<CountedSession> => {
    const counted = countedPerson(session, requestsPerMinute);
    const { taken, slots, at } = await takeSlot({ ...clock, table }, counted, known);
    recent.set(session.user.id, { slots, seenAt: at });
    if (!taken) throw limited(slots, at);
    return { session, headers: rateLimitHeaders(slots, at) };
  };

  return async (sessionId: string): Promise<CountedSession> => {
    const session = await findSession(table, sessionId, clock.now());
    addLogFields({ user_id: session.user.id });
    const seen = recent.get(session.user.id);
    const now = clock.now().getTime();
    if (seen && isSurelyFull(seen, now)) throw limited(seen.slots, now);
    try {
      return await count(session, seen?.slots ?? emptySlots(requestsPerMinute));
    } catch (error) {
      if (error instanceof AppError) throw error;
      return admitUncounted(session, error);
    }
  };
};
