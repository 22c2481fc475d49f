import { isIP } from 'node:net';
import type { AllowedOrigin } from './allow-list.ts';
import { FetchFailure } from './fetch-failure.ts';
import { isPublicAddress } from './public-address.ts';

/** A parsed URL whose host must still prove to be public. */
export type Target = {
  readonly url: URL;
  /** Canonical: lower case, Punycode, IPv4 in dotted decimals, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly allowed: AllowedOrigin | undefined;
};

export const maxRedirects = 3;

// Parsers drop or rewrite these differently, so that two of them may see different hosts.
const ambiguous = /[\u0000-\u0020\u007f\\]/;

/** The limits of DNS (RFC 1035). The resolver's error for a longer name looks like an outage. */
const isHostName = (host: string): boolean =>
  host.length <= 253 && host.split('.').every((label) => label.length >= 1 && label.length <= 63);

/**
 * Parses a URL that a customer chose. Only the parsed URL is used from here on, so that the checked one is the one connected
 * to. Throws a `FetchFailure`.
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

/** The target of a redirect from `from`. Throws a `FetchFailure`. */
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

/** Throws a `FetchFailure` for a URL that is private by its text alone. */
export const assertFetchable = (url: string, allow: readonly AllowedOrigin[]): void => {
  const { host, allowed } = parseTarget(url, allow);
  const isPrivate = isIP(host) === 0 ? isLocalhost(host) : !isPublicAddress(host);
  if (isPrivate && !allowed) throw new FetchFailure('blocked_address', host);
};
