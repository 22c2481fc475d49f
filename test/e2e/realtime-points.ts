import { after, before, type Moment, nameOf, workers } from './kill-points.ts';

/** The moments at which functions of one session are killed, and the behavior of its client. */
export type RealtimePoint = {
  readonly name: string;
  readonly moments: readonly Moment[];
  /** The connection breaks twice while the client speaks, each time after a greeting. */
  readonly breaks?: boolean;
  /** The client sends only pings until all moments are reached. */
  readonly pauses?: boolean;
  /** The client speaks at the pace of speech. */
  readonly slow?: boolean;
  /** The client disconnects without waiting for the end. */
  readonly leaves?: boolean;
  /** Only the sweeper can continue the session. */
  readonly swept?: boolean;
};

const { authorize, connect, receive, disconnect, run, end, due } = workers;

const about = (text: string, ...moments: readonly Moment[]): Moment[] =>
  moments.map((moment) => ({ ...moment, about: text }));

/** Before the first call of a kind, and after the next call that takes effect. */
const around = (worker: string, call: string, text?: string): Moment[] => {
  const moments = [before(worker, call), after(worker, call)];
  return text === undefined ? moments : about(text, ...moments);
};

const session = (...moments: readonly Moment[]): RealtimePoint => ({
  name: moments.map(nameOf).join(', '),
  moments,
});

// The attribute names and event names that distinguish the calls of a function.
const greeting = 'session.started';
const final = 'transcript.final';
const finished = 'session.finished';
const claim = 'epoch + :one';
const token = '":resumeHashes"';
const lease = '":leaseUntil"';
const closing = '":endReason"';
const opened = 'connectedAt';
const woken = 'wokenAt';
const scheduled = 'due_at';
const returned = 'REMOVE leaseUntil';

/** No message can start a runner, because this call fails each time. */
const unheard = about(woken, before(receive, 'UpdateItem', 'each'));

/**
 * Every step of every function of a session. After each death of a runner the session waits for the end of its lease, so a
 * session has few deaths.
 */
export const realtimePoints: readonly RealtimePoint[] = [
  session(
    ...around(authorize, 'GetItem'),
    ...around(authorize, 'TransactWriteItems'),
    ...around(authorize, 'UpdateItem'),
  ),
  session(...around(connect, 'UpdateItem', opened), ...around(connect, 'UpdateItem', woken)),
  session(before(connect, 'Invoke')),
  session(after(connect, 'Invoke')),
  { ...session(...around(disconnect, 'UpdateItem')), breaks: true },

  session(...around(receive, 'PutItem', 'frame/'), ...around(receive, 'GetItem')),
  session(...around(receive, 'PutItem', 'frame/end/')),
  session(...about(claim, before(run, 'UpdateItem')), ...around(receive, 'UpdateItem', woken)),
  session(...about(claim, after(run, 'UpdateItem')), ...around(receive, 'Invoke')),
  {
    ...session(before(receive, 'PostToConnection'), ...about(returned, before(run, 'UpdateItem'))),
    pauses: true,
  },
  {
    ...session(after(receive, 'PostToConnection'), ...about(returned, after(run, 'UpdateItem'))),
    pauses: true,
  },

  session(...around(run, 'Query', 'frame/')),
  session(...around(run, 'Query', 'event/')),
  session(...around(run, 'UpdateItem', token)),
  session(...around(run, 'PostToConnection', greeting)),
  // A runner renews its lease after two seconds. A client without pauses would have sent everything by then.
  { ...session(...around(run, 'UpdateItem', lease)), pauses: true },
  // A runner that is behind, as after each death, sends few of these events.
  ...['audio.ack', 'transcript.partial']
    .flatMap((event) => around(run, 'PostToConnection', event))
    .map((moment) => ({ ...session(moment), slow: true })),
  session(...around(run, 'TransactWriteItems', final)),
  session(...about(final, before(run, 'TransactWriteItems', 2), after(run, 'TransactWriteItems', 2))),
  session(...around(run, 'PostToConnection', final)),
  session(...around(run, 'UpdateItem', closing)),
  session(...around(run, 'Invoke')),
  session(...around(end, 'GetItem')),
  session(...around(end, 'PutObject')),
  session(...around(end, 'TransactWriteItems', finished)),
  session(before(end, 'SendMessage')),
  session(after(end, 'SendMessage')),
  // The next message starts a runner. It notifies clients that the dead function had not notified.
  session(...about(finished, before(end, 'PostToConnection'), after(run, 'PostToConnection'))),
  session(...about(finished, after(end, 'PostToConnection'))),
  session(before(end, 'DeleteConnection')),
  session(after(end, 'DeleteConnection')),

  {
    ...session(
      ...[before(connect, 'Invoke'), ...unheard],
      ...[...around(due, 'UpdateItem', scheduled), ...around(due, 'UpdateItem', woken)],
      ...around(due, 'Invoke'),
    ),
    swept: true,
  },
  {
    ...session(...unheard, before(end, 'PutObject'), ...around(due, 'Invoke')),
    leaves: true,
    swept: true,
  },
];
