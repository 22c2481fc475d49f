import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isCompressed } from '#lib/platform/net/compression.ts';
import { FetchFailure } from '#lib/platform/net/fetch-failure.ts';
import { safeFetch, type SafeFetchDeps } from '#lib/platform/net/safe-fetch.ts';
import { tryMs } from './schedule.ts';

/** The receiver's response to a delivery. */
export type Answer = {
  readonly statusCode: number | null;
  /** The beginning of its body, as text; null without a response, or if the response is compressed. */
  readonly body: string | null;
  readonly error: string | null;
  readonly retryAfter: string | undefined;
};

/** Sends exactly these bytes to a URL that a customer chose. */
export type Post = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<Answer>;

const readMaxBytes = 16_384;
const readMs = 1_000;
const keptBytes = 1_024;

/** The first bytes as text, without an incomplete character at the end. */
const firstText = (bytes: Buffer): string =>
  new TextDecoder().decode(bytes.subarray(0, keptBytes), { stream: true });

/** The text is cut as well, because each byte that is not text becomes three bytes. */
const beginningOf = (chunks: readonly Buffer[]): string =>
  firstText(Buffer.from(firstText(Buffer.concat(chunks))));

/** Reads a short response to its end, because a receiver may log a closed connection as its own error. Returns its beginning. */
const readBeginning = async (body: Readable): Promise<string> => {
  const chunks: Buffer[] = [];
  const read = async (): Promise<void> => {
    let bytes = 0;
    for await (const chunk of body) {
      if (bytes < keptBytes) chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= readMaxBytes) return;
    }
  };
  const ended = new AbortController();
  const timeout = delay(readMs, undefined, { signal: ended.signal }).catch(() => {});
  await Promise.race([read().catch(() => {}), timeout]);
  ended.abort();
  body.destroy();
  return beginningOf(chunks);
};

const noResponse = { statusCode: null, body: null, retryAfter: undefined } as const;

/** `Post` over the internet. Redirects are not followed: they are responses like any other. */
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
      });
      const beginning = await readBeginning(response.body);
      const { status, headers: answered } = response;
      const text = isCompressed(answered) ? null : beginning;
      return { statusCode: status, error: null, body: text, retryAfter: answered['retry-after'] };
    } catch (error) {
      if (error instanceof FetchFailure) return { ...noResponse, error: error.kind };
      throw error;
    }
  };
