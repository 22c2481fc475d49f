import { connectSession, setConnection } from '#lib/domain/realtime/connect-session.ts';
import type { ServerEvent } from '#lib/domain/realtime/protocol.ts';
import { receiveMessage } from '#lib/domain/realtime/receive-message.ts';
import type { SessionRef } from '#lib/domain/realtime/session.ts';
import type { StreamErrorType } from '#lib/platform/errors.ts';
import { second } from '../chaos.ts';
import { type Ending, type Setting, startWorker, type Worker } from '../worker.ts';
import type { Dial } from './client.ts';
import type { Deps } from './ports.ts';

type Open = {
  readonly event: (event: ServerEvent) => void;
  readonly closed: () => void;
  isOpen: boolean;
  /** Messages of a cut connection that are still in transit are lost. */
  isCut: boolean;
};

type GatewayOptions = {
  readonly ref: SessionRef;
  readonly depsOf: (worker: Worker) => Deps;
  readonly cutsAt: (at: number) => boolean;
  /** Called with each event that is sent to a client. */
  readonly onPost: (event: ServerEvent) => void;
};

const timeoutMs = 29 * second;

/** API Gateway: connections, the concurrent functions of their routes, and @connections. */
export const newGateway = (setting: Setting, { ref, depsOf, cutsAt, onPost }: GatewayOptions) => {
  const { timeline, random, chaos, trace } = setting;
  const connections = new Map<string, Open>();
  let dialed = 0;

  const lag = (): number =>
    random.between(1, 30) + (chaos.occurs('slowness', timeline.ms()) ? random.below(second) : 0);

  const cut = (id: string): void => {
    const open = connections.get(id);
    if (!open?.isOpen) return;
    open.isOpen = false;
    open.isCut = true;
    timeline.in(lag(), open.closed);
    const life = { name: `disconnect ${id}`, timeoutMs, ended: () => {} };
    timeline.in(lag(), () =>
      startWorker(setting, life, (worker) => depsOf(worker).sessions.dropConnection(ref, id)),
    );
  };

  const run = <T>(
    name: string,
    work: (worker: Worker) => Promise<T>,
    then: (value: T | undefined) => void,
  ): void => {
    let result: T | undefined;
    const ended = (ending: Ending): void => then(ending.kind === 'returned' ? result : undefined);
    startWorker(setting, { name, timeoutMs, ended }, async (worker) => {
      result = await work(worker);
    });
  };

  type Context = { connection: number; refusal: StreamErrorType | undefined; startedAtMs: number };

  const receive = (connectionId: string, context: Context, message: object): void => {
    const text = JSON.stringify(message);
    const times = chaos.occurs('duplicates', timeline.ms()) ? 2 : 1;
    for (let time = 0; time < times; time += 1)
      timeline.in(
        lag() + (chaos.occurs('lateMessages', timeline.ms()) ? random.below(8 * second) : 0),
        () => {
          if (chaos.occurs('lostMessages', timeline.ms())) return;
          run(
            `receive ${connectionId}`,
            (worker) =>
              receiveMessage(depsOf(worker), {
                ref,
                connectionId,
                requestId: 'r',
                text,
                bytesPer10Ms: 320,
                ...context,
              }),
            () => {},
          );
        },
      );
  };

  const dial: Dial = ({ credential, after }, on) => {
    dialed += 1;
    const id = `c${dialed}`;
    const fail = (): void => timeline.in(lag(), on.closed);
    const open = (context: Context): void => {
      const opened: Open = { event: on.event, closed: on.closed, isOpen: true, isCut: false };
      connections.set(id, opened);
      trace(`${id} is open as connection ${context.connection}`);
      on.open({
        send: (message) => {
          if (!opened.isOpen) return;
          receive(id, context, message);
          if (cutsAt(timeline.ms())) cut(id);
        },
        close: () => cut(id),
      });
    };
    run(
      `authorize ${id}`,
      (worker) => connectSession(depsOf(worker), { ref, credential, origin: undefined, afterEventId: after }),
      (shaken) => {
        if (!shaken || shaken.kind === 'unknown') return fail();
        if (shaken.kind === 'refused') return open({ connection: 0, refusal: shaken.type, startedAtMs: 0 });
        const { connection, createdAt } = shaken.session;
        const context = { connection, refusal: undefined, startedAtMs: Date.parse(createdAt) };
        run(
          `connect ${id}`,
          (worker) => setConnection(depsOf(worker), ref, { connection, connectionId: id }),
          (isSet) => (isSet ? open(context) : fail()),
        );
      },
    );
  };

  return {
    dial,
    post: async (id: string, event: ServerEvent): Promise<boolean> => {
      const open = connections.get(id);
      if (!open?.isOpen) return false;
      onPost(event);
      if (cutsAt(timeline.ms())) {
        cut(id);
        return true;
      }
      timeline.in(lag(), () => {
        if (!open.isCut) open.event(event);
      });
      return true;
    },
    close: async (id: string): Promise<void> => {
      const open = connections.get(id);
      if (!open?.isOpen) return;
      open.isOpen = false;
      // Closes the connection after messages that were posted earlier have arrived.
      timeline.in(2 * second, open.closed);
    },
  };
};
