import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { withTimeout } from '#lib/platform/with-timeout.ts';
import type { AllowedOrigin } from './allow-list.ts';
import { cappedBody } from './capped-body.ts';
import { exchange, type Outgoing } from './exchange.ts';
import { FetchFailure } from './fetch-failure.ts';
import { openSocket } from './open-socket.ts';
import { type Clock, type LeastRate, systemClock } from './pace.ts';
import { addressesOf, resolveByDns, type Resolve } from './resolve.ts';
import { maxRedirects, parseTarget, redirectTarget, type Target } from './target.ts';

/** In milliseconds, for each address asked. */
export type FetchTimeouts = {
  /** Resolving, connecting and the TLS handshake together. */
  readonly connectMs: number;
  /** Until the head of the answer is there. */
  readonly firstByteMs: number;
  /** Between two pieces of the body. */
  readonly idleMs: number;
};

export type SafeFetchDeps = {
  readonly resolve: Resolve;
  /** Origins that may be asked although they are not public. Empty in AWS. */
  readonly allow: readonly AllowedOrigin[];
  readonly patience: FetchTimeouts;
  /** Of the rate of bodies. */
  readonly clock: Clock;
};

export const liveSafeFetchDeps = (allow: readonly AllowedOrigin[]): SafeFetchDeps => ({
  resolve: resolveByDns,
  allow,
  patience: { connectMs: 5_000, firstByteMs: 15_000, idleMs: 30_000 },
  clock: systemClock,
});

export type SafeRequest = Outgoing & {
  readonly url: string;
  /** Of the answer's body. */
  readonly maxBytes: number;
  /** Of the answer's body, while it is waited for. */
  readonly minRate?: LeastRate;
  /** The answer may be encoded, because nobody reads it. */
  readonly anyEncoding?: boolean;
  /** For everything, to the last byte of the body. */
  readonly totalMs: number;
  readonly signal: AbortSignal;
};

export type SafeAnswer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The host that answered, after redirects. */
  readonly host: string;
  /** To be read or destroyed. What cuts it short destroys it with a `FetchFailure`. */
  readonly body: Readable;
};

/**
 * The only way to call an address that Earshot did not choose: https on port 443 of a public host, verified, without
 * cookies or credentials, within limits of time and size. Redirects of a GET are followed and checked like the first
 * address; `headers` go to the first only. Rejects with a `FetchFailure`; every status is an answer.
 */
export const safeFetch = async (deps: SafeFetchDeps, request: SafeRequest): Promise<SafeAnswer> => {
  const first = parseTarget(request.url, deps.allow);
  const { stop, release } = stopper(request, first.host);
  try {
    const { target, response } = await follow(deps, request, { target: first, stop });
    refuseEarly(response, target, request);
    const { host } = target;
    const body = cappedBody(response, {
      host,
      maxBytes: request.maxBytes,
      idleMs: deps.patience.idleMs,
      minRate: request.minRate,
      clock: deps.clock,
      stop,
    });
    body.once('close', release);
    return { status: response.statusCode ?? 0, headers: response.headers, host, body };
  } catch (error) {
    release();
    throw error;
  }
};

/** A signal that fires when the caller's does or the total time is over, until it is released. */
const stopper = ({ signal, totalMs }: SafeRequest, host: string) => {
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(new FetchFailure('aborted', host));
  const timer = setTimeout(() => controller.abort(new FetchFailure('timeout', host)), totalMs);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const release = (): void => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
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
    const response = await ask(deps, outgoing, { target: at, stop });
    if (method === 'POST' || !redirects.has(response.statusCode ?? 0)) return { target: at, response };
    response.destroy();
    if (followed === maxRedirects) throw new FetchFailure('too_many_redirects', at.host);
    at = redirectTarget(at, response.headers.location, deps.allow);
    outgoing = { method };
  }
};

const ask = async (
  { resolve, patience }: SafeFetchDeps,
  outgoing: Outgoing,
  { target, stop }: Start,
): Promise<IncomingMessage> => {
  const failure = () => new FetchFailure('timeout', target.host);
  const socket = await withTimeout({ ms: patience.connectMs, failure, stop }, async (signal) =>
    openSocket(target, await addressesOf(resolve, target), signal),
  );
  try {
    return await withTimeout({ ms: patience.firstByteMs, failure, stop }, () =>
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
  const { 'content-encoding': encoding = 'identity', 'transfer-encoding': transfer = 'chunked' } =
    response.headers;
  const tooLarge = Number(response.headers['content-length'] ?? 0) > maxBytes;
  const isPlain = encoding === 'identity' && transfer === 'chunked';
  if (!tooLarge && (isPlain || anyEncoding)) return;
  response.destroy();
  throw new FetchFailure(tooLarge ? 'too_large' : 'encoding', host);
};

/** Whether an address may be asked, as things are now; each call of it is checked again. Rejects with a `FetchFailure`. */
export const checkAddress = async (
  { resolve, allow, patience }: SafeFetchDeps,
  url: string,
): Promise<void> => {
  const target = parseTarget(url, allow);
  const failure = () => new FetchFailure('timeout', target.host);
  const { signal: stop } = new AbortController();
  await withTimeout({ ms: patience.connectMs, failure, stop }, () => addressesOf(resolve, target));
};
