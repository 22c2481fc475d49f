import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { codeOf, FetchFailure } from './fetch-failure.ts';
import { faultOf } from './exchange.ts';

type Caps = {
  readonly host: string;
  readonly maxBytes: number;
  /** Between two pieces, while someone is waiting for the next. */
  readonly idleMs: number;
  /** Destroys the body with its reason. */
  readonly stop: AbortSignal;
};

/** The body of an answer, counted while it streams. Whatever goes wrong destroys it with a `FetchFailure`, and the connection with it. */
export const cappedBody = (response: IncomingMessage, { host, maxBytes, idleMs, stop }: Caps): Readable => {
  let received = 0;
  let idle: NodeJS.Timeout | undefined;
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
      response.resume();
    },
    destroy(error, done) {
      clearTimeout(idle);
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
    if (body.push(chunk)) return;
    // A reader that is slow is not a sender that is silent.
    clearTimeout(idle);
    response.pause();
  });
  response.on('end', () => {
    clearTimeout(idle);
    body.push(null);
  });
  response.on('error', fail);
  return body;
};
