import { recentMap } from '#lib/platform/recent-map.ts';
import type { SessionRef } from './session.ts';
import { emptyWindowMs, leastNewBytes, maxEmptyMessages } from './timing.ts';

const maxKnown = 1_000;

/** A message as it is counted. */
type Counted = {
  readonly ref: SessionRef;
  readonly connection: number;
  /** The number of bytes of audio in it. `offset` is undefined if the client leaves it to the service. */
  readonly bytes: number;
  readonly offset: number | undefined;
};

type Seen = {
  sinceMs: number;
  empty: number;
  /** The newest connection, and the end of the audio that it has sent. */
  connection: number;
  endOffset: number;
  /** The connection that was told that it sends too many messages. */
  refused: number | undefined;
};

/** The number of bytes that the newest connection has not sent before. Moves the end of its audio past them. */
const newBytes = (seen: Seen, { connection, bytes, offset }: Counted): number => {
  if (connection < seen.connection) return 0;
  // The client sends again what its last connection may have lost.
  if (connection > seen.connection) Object.assign(seen, { connection, endOffset: 0 });
  if (offset === undefined) return bytes;
  const before = seen.endOffset;
  seen.endOffset = Math.max(before, offset + bytes);
  return Math.min(bytes, seen.endOffset - before);
};

/**
 * Counts the messages of each session that bring no new audio, as far as this process receives them. New audio is
 * limited by its duration, but nothing else would limit these messages. A session keeps its count when it connects
 * again.
 */
export const messageCounts = () => {
  const sessions = recentMap<Seen>(maxKnown);

  const seenOf = ({ ref, connection }: Counted, nowMs: number): Seen => {
    const key = `${ref.tenant}/${ref.id}`;
    const known = sessions.get(key);
    if (known && nowMs - known.sinceMs < emptyWindowMs) return known;
    const { connection: newest, endOffset } = known ?? { connection, endOffset: 0 };
    const seen = { sinceMs: nowMs, empty: 0, connection: newest, endOffset, refused: undefined };
    sessions.set(key, seen);
    return seen;
  };

  return {
    /** Counts a message and returns how to treat it. A connection is `refused` once, and its later messages are `ignored`. */
    count: (message: Counted, now: Date): 'taken' | 'refused' | 'ignored' => {
      const seen = seenOf(message, now.getTime());
      const isEmpty = newBytes(seen, message) < leastNewBytes;
      if (isEmpty) seen.empty += 1;
      if (message.connection === seen.refused) return 'ignored';
      if (!isEmpty || seen.empty <= maxEmptyMessages) return 'taken';
      seen.refused = message.connection;
      return 'refused';
    },
  };
};
export type MessageCounts = ReturnType<typeof messageCounts>;
