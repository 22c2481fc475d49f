import { isIP } from 'node:net';
import type { AllowedOrigin, AllowList } from './allow-list.ts';
import { FetchFailure } from './fetch-failure.ts';
import { isPublicAddress } from './public-address.ts';

/** A parsed URL whose host must still prove to be public. */
export type Target = {
  readonly url: URL;
  /** Canonical: lower case, Punycode, IPv4 in dotted decimals, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly allowed: AllowedOrigin | undefined;
  /** Plain http to this machine itself, which only the laptop allows. */
  readonly isLoopbackHttp: boolean;
  /** The host that redirects here. */
  readonly redirectedBy?: string;
};

/** Episodes of podcasts pass through one redirect for each service that counts their listeners. */
export const maxRedirects = 10;

// Parsers drop or rewrite these differently, so that two of them may see different hosts.
const ambiguous = /[\u0000-\u0020\u007f\\]/;

/** The limits of DNS (RFC 1035). The resolver's error for a longer name looks like an outage. */
const isHostName = (host: string): boolean =>
  host.length <= 253 && host.split('.').every((label) => label.length >= 1 && label.length <= 63);

const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '::1'];

const allowsLoopback = (allow: AllowList): boolean => allow.some((entry) => 'loopback' in entry);

/**
 * Parses a URL that a customer chose. Only the parsed URL is used from here on, so that the checked one is the one connected
 * to. Throws a `FetchFailure`.
 */
export const parseTarget = (raw: string, allow: AllowList, base?: URL): Target => {
  const url = ambiguous.test(raw) ? null : URL.parse(raw, base?.href);
  if (!url) throw new FetchFailure('invalid_url', base?.hostname ?? 'The host');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const isLoopbackHttp = url.protocol === 'http:' && allowsLoopback(allow) && loopbackHosts.includes(host);
  if (url.protocol !== 'https:' && !isLoopbackHttp) throw new FetchFailure('unsupported_scheme', host);
  const port = Number(url.port || (isLoopbackHttp ? 80 : 443));
  const origins = isLoopbackHttp ? [] : allow.filter((entry) => 'host' in entry);
  const allowed = origins.find((origin) => origin.host === host && origin.port === port);
  const plain = url.username === '' && url.password === '' && isHostName(host);
  if (!plain || (port !== 443 && !allowed && !isLoopbackHttp)) throw new FetchFailure('invalid_url', host);
  return { url, host, port, allowed, isLoopbackHttp };
};

/** The target of a redirect from `from`. No other server may lead to plain http on this machine. Throws a `FetchFailure`. */
export const redirectTarget = (from: Target, location: string | undefined, allow: AllowList): Target => {
  if (!location) throw new FetchFailure('bad_redirect', from.host);
  try {
    const allowed = from.isLoopbackHttp ? allow : allow.filter((entry) => 'host' in entry);
    return { ...parseTarget(escaped(location), allowed, from.url), redirectedBy: from.host };
  } catch {
    throw new FetchFailure('bad_redirect', from.host);
  }
};

/** Servers write names of files as they are. Node reads each byte of a header as one character, so the bytes stay the same. */
const escaped = (location: string): string =>
  location.replaceAll(/[ \u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);

const isLocalhost = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** Throws a `FetchFailure` for a URL that is private by its text alone. */
export const assertFetchable = (url: string, allow: AllowList): void => {
  const { host, allowed, isLoopbackHttp } = parseTarget(url, allow);
  const isPrivate = isIP(host) === 0 ? isLocalhost(host) : !isPublicAddress(host);
  if (isPrivate && !allowed && !isLoopbackHttp) throw new FetchFailure('blocked_address', host);
};
