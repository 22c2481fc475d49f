import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { withTimeout } from '#lib/platform/with-timeout.ts';
import type { AllowList } from './allow-list.ts';
import { cappedBody } from './capped-body.ts';
import { isCompressed } from './compression.ts';
import { exchange, type Outgoing } from './exchange.ts';
import { FetchFailure } from './fetch-failure.ts';
import { openSocket } from './open-socket.ts';
import { type Timer, type MinRate, systemTimer } from './pace.ts';
import { addressesOf, resolveByDns, type Resolve } from './resolve.ts';
import { maxRedirects, parseTarget, redirectTarget, type Target } from './target.ts';

/** In milliseconds, for each request in a chain of redirects. */
export type FetchTimeouts = {
  /** Resolving, connecting and the TLS handshake together. */
  readonly connectMs: number;
  /** Until the response head has arrived. */
  readonly firstByteMs: number;
  /** Between two chunks of the body. */
  readonly idleMs: number;
};

export type SafeFetchDeps = {
  readonly resolve: Resolve;
  /** Servers that may be fetched from although they are not public. Empty on AWS. */
  readonly allow: AllowList;
  readonly timeouts: FetchTimeouts;
  /** Measures the rate of bodies. */
  readonly timer: Timer;
};

export const liveSafeFetchDeps = (allow: AllowList): SafeFetchDeps => ({
  resolve: resolveByDns,
  allow,
  timeouts: { connectMs: 5_000, firstByteMs: 15_000, idleMs: 30_000 },
  timer: systemTimer,
});

export type SafeRequest = Outgoing & {
  readonly url: string;
  /** Maximum size of the response body. */
  readonly maxBytes: number;
  /** Minimum rate of the response body while its reader waits. */
  readonly minRate?: MinRate;
  /** Accepts a compressed response, for callers that ignore the body. */
  readonly anyEncoding?: boolean;
  /** Timeout for the whole exchange, until the last byte of the body. */
  readonly totalMs: number;
  readonly signal?: AbortSignal;
};

export type SafeResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The host that responded, after redirects. */
  readonly host: string;
  /** Read or destroy it. An error destroys it with a `FetchFailure`. */
  readonly body: Readable;
};

/**
 * The only way to call a URL that a customer chose: https on port 443 of a public host, with a verified certificate, without
 * cookies and credentials, with limits on time and size. `allow` makes exceptions on the laptop. Redirects of a GET are
 * followed; they are checked like the first URL, and sent without `headers`. Rejects with a `FetchFailure`; resolves for
 * every status.
 */
export const safeFetch = async (deps: SafeFetchDeps, request: SafeRequest): Promise<SafeResponse> => {
  const first = parseTarget(request.url, deps.allow);
  const { stop, release } = stopper(request, first.host);
  try {
    const { target, response } = await follow(deps, request, { target: first, stop });
    refuseEarly(response, target, request);
    const { host } = target;
    const body = cappedBody(response, {
      host,
      maxBytes: request.maxBytes,
      idleMs: deps.timeouts.idleMs,
      minRate: request.minRate,
      timer: deps.timer,
      stop,
    });
    body.once('close', release);
    return { status: response.statusCode ?? 0, headers: response.headers, host, body };
  } catch (error) {
    release();
    throw error;
  }
};

/** A signal that fires on the caller's abort or at the total timeout, until it is released. */
const stopper = ({ signal, totalMs }: SafeRequest, host: string) => {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(new FetchFailure('aborted', host));
  const timer = setTimeout(() => controller.abort(new FetchFailure('timeout', host)), totalMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const release = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  return { stop: controller.signal, release };
};

const redirects = new Set([301, 302, 303, 307, 308]);

type Start = { readonly target: Target; readonly stop: AbortSignal };

const follow = async (
  deps: SafeFetchDeps,
  { method, headers, body }: SafeRequest,
  { target, stop }: Start,
) => {
  let outgoing: Outgoing = { method, ...(headers && { headers }), ...(body !== undefined && { body }) };
  let at = target;
  for (let followed = 0; ; followed += 1) {
    const response = await send(deps, outgoing, { target: at, stop });
    if (method === 'POST' || !redirects.has(response.statusCode ?? 0)) return { target: at, response };
    response.destroy();
    if (followed === maxRedirects) throw new FetchFailure('too_many_redirects', at.host);
    at = redirectTarget(at, response.headers.location, deps.allow);
    outgoing = { method };
  }
};

const send = async (
  { resolve, timeouts }: SafeFetchDeps,
  outgoing: Outgoing,
  { target, stop }: Start,
): Promise<IncomingMessage> => {
  const unreached = () => new FetchFailure('connect', target.host, { code: 'ETIMEDOUT' });
  const connecting = { ms: timeouts.connectMs, failure: unreached, stop };
  const socket = await withTimeout(connecting, async (signal) =>
    openSocket(target, await addressesOf(resolve, target), signal),
  );
  const failure = () => new FetchFailure('timeout', target.host);
  try {
    return await withTimeout({ ms: timeouts.firstByteMs, failure, stop }, () =>
      exchange(socket, target, outgoing),
    );
  } catch (error) {
    socket.destroy();
    throw error;
  }
};

const refuseEarly = (
  response: IncomingMessage,
  { host }: Target,
  { maxBytes, anyEncoding = false }: SafeRequest,
): void => {
  const tooLarge = Number(response.headers['content-length'] ?? 0) > maxBytes;
  if (!tooLarge && (anyEncoding || !isCompressed(response.headers))) return;
  response.destroy();
  throw new FetchFailure(tooLarge ? 'too_large' : 'encoding', host);
};

/** Checks whether a URL may be called now. Each call is checked again. Rejects with a `FetchFailure`. */
export const checkAddress = async (
  { resolve, allow, timeouts }: SafeFetchDeps,
  url: string,
): Promise<void> => {
  const target = parseTarget(url, allow);
  const failure = () => new FetchFailure('timeout', target.host);
  await withTimeout({ ms: timeouts.connectMs, failure }, () => addressesOf(resolve, target));
};
