import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { codeOf, FetchFailure } from './fetch-failure.ts';
import { faultOf } from './exchange.ts';
import { type Timer, type MinRate, watchPace } from './pace.ts';

type Caps = {
  readonly host: string;
  readonly maxBytes: number;
  /** The maximum pause between two chunks while the reader waits. */
  readonly idleMs: number;
  /** Minimum average rate of the body; undefined for none. */
  readonly minRate: MinRate | undefined;
  readonly timer: Timer;
  /** Aborts the body with its reason. */
  readonly stop: AbortSignal;
};

/** A response body with limits. Every error destroys the body and its connection with a `FetchFailure`. */
export const cappedBody = (response: IncomingMessage, caps: Caps): Readable => {
  const { host, maxBytes, idleMs, minRate, timer, stop } = caps;
  let received = 0;
  let idle: NodeJS.Timeout | undefined;
  const pace = minRate && watchPace(timer, minRate, () => body.destroy(new FetchFailure('too_slow', host)));
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
  // An error before the reader listens must not crash the process. The reader still receives it.
  body.on('error', () => {});
  stop.addEventListener('abort', onStop, { once: true });

  response.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) return void body.destroy(new FetchFailure('too_large', host));
    pace?.receive(chunk.length);
    if (body.push(chunk)) return;
    // The time of a slow reader must not count against the sender.
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
