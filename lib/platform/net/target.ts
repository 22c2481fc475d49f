import { isIP } from 'node:net';
import type { AllowedOrigin } from './allow-list.ts';
import { FetchFailure } from './fetch-failure.ts';
import { isPublicAddress } from './public-address.ts';

/** One address that may be asked, should its host turn out to be public. */
export type Target = {
  readonly url: URL;
  /** Canonical: small letters, Punycode, IPv4 in dotted decimals, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly allowed: AllowedOrigin | undefined;
};

export const maxRedirects = 3;

// URL parsers drop or rewrite these, each in its own way, so that two readers see two hosts.
const ambiguous = /[\u0000-\u0020\u007f\\]/;

/** What DNS can hold (RFC 1035): a longer name is refused by the resolver, in words that look like an outage. */
const isHostName = (host: string): boolean =>
  host.length <= 253 && host.split('.').every((label) => label.length >= 1 && label.length <= 63);

/**
 * Reads an address that someone else chose. Only the parsed URL is used from here on, so what was checked is what is
 * connected to. Throws a `FetchFailure`.
 */
export const parseTarget = (raw: string, allow: readonly AllowedOrigin[], base?: URL): Target => {
  const url = ambiguous.test(raw) ? null : URL.parse(raw, base?.href);
  if (!url) throw new FetchFailure('invalid_url', base?.hostname ?? 'The host');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (url.protocol !== 'https:') throw new FetchFailure('unsupported_scheme', host);
  const port = Number(url.port || 443);
  const allowed = allow.find((origin) => origin.host === host && origin.port === port);
  const plain = url.username === '' && url.password === '' && isHostName(host);
  if (!plain || (port !== 443 && !allowed)) throw new FetchFailure('invalid_url', host);
  return { url, host, port, allowed };
};

/** Where a redirect of `from` leads. Throws a `FetchFailure`. */
export const redirectTarget = (
  from: Target,
  location: string | undefined,
  allow: readonly AllowedOrigin[],
): Target => {
  if (!location) throw new FetchFailure('bad_redirect', from.host);
  try {
    return parseTarget(location, allow, from.url);
  } catch {
    throw new FetchFailure('bad_redirect', from.host);
  }
};

const isLocalhost = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** Throws the `FetchFailure` of an address of which the URL alone tells that it is not public. */
export const assertFetchable = (url: string, allow: readonly AllowedOrigin[]): void => {
  const { host, allowed } = parseTarget(url, allow);
  const isPrivate = isIP(host) === 0 ? isLocalhost(host) : !isPublicAddress(host);
  if (isPrivate && !allowed) throw new FetchFailure('blocked_address', host);
};
