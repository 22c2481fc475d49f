import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { FetchFailure } from '#lib/platform/net/fetch-failure.ts';
import { safeFetch, type SafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';
import { tryMs } from './schedule.ts';

/** The receiver's response to a delivery: only its status and Retry-After are kept. */
export type Answer = {
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly retryAfter: string | undefined;
};

/** Sends exactly these bytes to a URL that a customer chose. */
export type Post = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Answer>;

const readMaxBytes = 16_384;
const readMs = 1_000;

/** Reads a short response to its end, because a receiver may log a closed connection as its own error. */
const drainBody = async (body: Readable): Promise<void> => {
  const read = async (): Promise<void> => {
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes >= readMaxBytes) return;
    }
  };
  const ended = new AbortController();
  const timeout = delay(readMs, undefined, { signal: ended.signal }).catch(() => {});
  await Promise.race([read().catch(() => {}), timeout]);
  ended.abort();
  body.destroy();
};

/** `Post` over the internet. A redirect is a response like any other and is not followed. */
export const poster =
  (internet: SafeFetchDeps): Post =>
  async (url, headers, body) => {
    try {
      const response = await safeFetch(internet, {
        method: 'POST',
        url,
        headers,
        body,
        maxBytes: Infinity,
        anyEncoding: true,
        totalMs: tryMs,
        signal: new AbortController().signal,
      });
      await drainBody(response.body);
      return { statusCode: response.status, error: null, retryAfter: response.headers['retry-after'] };
    } catch (error) {
      if (error instanceof FetchFailure)
        return { statusCode: null, error: error.kind, retryAfter: undefined };
      throw error;
    }
  };
