import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { FetchFailure } from '#lib/platform/net/fetch-failure.ts';
import { safeFetch, type SafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';
import { tryMs } from './schedule.ts';

/** What a receiver made of a delivery. Nothing of its answer but the status and how long to wait is kept. */
export type Answer = {
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly retryAfter: string | undefined;
};

/** Sends exactly these bytes to an address that a customer chose. */
export type Post = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Answer>;

const readMaxBytes = 16_384;
const readMs = 1_000;

/** Hears a short answer out, because a receiver may take a broken connection for a fault of its own. */
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

/** `Post` over the internet. A redirect is an answer like any other: it is not followed. */
export const poster =
  (internet: SafeFetchDeps): Post =>
  async (url, headers, body) => {
    try {
      const answer = await safeFetch(internet, {
        method: 'POST',
        url,
        headers,
        body,
        maxBytes: Infinity,
        anyEncoding: true,
        totalMs: tryMs,
        signal: new AbortController().signal,
      });
      await drainBody(answer.body);
      return { statusCode: answer.status, error: null, retryAfter: answer.headers['retry-after'] };
    } catch (error) {
      if (error instanceof FetchFailure)
        return { statusCode: null, error: error.kind, retryAfter: undefined };
      throw error;
    }
  };
