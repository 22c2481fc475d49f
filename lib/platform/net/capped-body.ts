import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { codeOf, FetchFailure } from './fetch-failure.ts';
import { faultOf } from './exchange.ts';
import { type Clock, type LeastRate, watchPace } from './pace.ts';

type Caps = {
  readonly host: string;
  readonly maxBytes: number;
  /** Between two pieces, while someone is waiting for the next. */
  readonly idleMs: number;
  /** Of the whole body; any rate will do without it. */
  readonly minRate: LeastRate | undefined;
  readonly clock: Clock;
  /** Destroys the body with its reason. */
  readonly stop: AbortSignal;
};

/** The body of an answer, counted while it streams. Whatever goes wrong destroys it with a `FetchFailure`, and the connection with it. */
export const cappedBody = (response: IncomingMessage, caps: Caps): Readable => {
  const { host, maxBytes, idleMs, minRate, clock, stop } = caps;
  let received = 0;
  let idle: NodeJS.Timeout | undefined;
  const pace = minRate && watchPace(clock, minRate, () => body.destroy(new FetchFailure('too_slow', host)));
  const rest = (): void => {
    clearTimeout(idle);
    pace?.rest();
  };
  const onStop = (): void => void body.destroy(stop.reason);
  const fail = (error: unknown): void => {
    const failure = new FetchFailure(faultOf(error), host, { code: codeOf(error) });
    body.destroy(stop.aborted ? stop.reason : failure);
  };

  const body = new Readable({
    highWaterMark: 256 * 1024,
    read() {
      clearTimeout(idle);
      idle = setTimeout(() => body.destroy(new FetchFailure('timeout', host)), idleMs);
      pace?.wait();
      response.resume();
    },
    destroy(error, done) {
      rest();
      stop.removeEventListener('abort', onStop);
      response.destroy();
      done(error);
    },
  });
  // It may fail before its reader listens; the reader learns it all the same.
  body.on('error', () => {});
  stop.addEventListener('abort', onStop, { once: true });

  response.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) return void body.destroy(new FetchFailure('too_large', host));
    pace?.receive(chunk.length);
    if (body.push(chunk)) return;
    // A reader that is slow is not a sender that is silent, or slow.
    rest();
    response.pause();
  });
  response.on('end', () => {
    rest();
    body.push(null);
  });
  response.on('error', fail);
  return body;
};
