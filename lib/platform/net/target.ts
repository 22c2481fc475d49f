import { isIP } from 'node:net';
import type { AllowedOrigin, AllowList } from './allow-list.ts';
import { FetchFailure } from './fetch-failure.ts';
import { isPublicAddress } from './public-address.ts';

/** A parsed URL. Whether its host is public is checked later. */
export type Target = {
  readonly url: URL;
  /** Canonical: lower case, Punycode, IPv4 in dotted decimals, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  readonly allowed: AllowedOrigin | undefined;
  /** Plain http to this machine itself. Only the laptop allows it. */
  readonly isLoopbackHttp: boolean;
  /** The host that redirected here. */
  readonly redirectedBy?: string;
};

/** Episodes of podcasts are redirected once by each service that counts their listeners. */
export const maxRedirects = 10;

// Parsers drop or rewrite these characters in different ways, so two parsers may see different hosts.
const ambiguous = /[\u0000-\u0020\u007f\\]/;

/** The limits of DNS (RFC 1035). For a longer name, the resolver's error looks like an outage. */
const isHostName = (host: string): boolean =>
  host.length <= 253 && host.split('.').every((label) => label.length >= 1 && label.length <= 63);

const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '::1'];

const allowsLoopback = (allow: AllowList): boolean => allow.some((entry) => 'loopback' in entry);

/**
 * Parses a URL that a customer chose. From here on only the parsed URL is used, so the checked URL is the one that is
 * connected to. Throws a `FetchFailure`.
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

/**
 * The target of a redirect from `from`. No other server may redirect to plain http on this machine. Throws a `FetchFailure`.
 */
export const redirectTarget = (from: Target, location: string | undefined, allow: AllowList): Target => {
  if (!location) throw new FetchFailure('bad_redirect', from.host);
  try {
    const allowed = from.isLoopbackHttp ? allow : allow.filter((entry) => 'host' in entry);
    return { ...parseTarget(escaped(location), allowed, from.url), redirectedBy: from.host };
  } catch {
    throw new FetchFailure('bad_redirect', from.host);
  }
};

/** Servers do not escape names of files. Node reads each byte of a header as one character, so the bytes stay the same. */
const escaped = (location: string): string =>
  location.replaceAll(/[ \u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);

const isLocalhost = (host: string): boolean => host === 'localhost' || host.endsWith('.localhost');

/** Throws a `FetchFailure` for a URL whose text alone shows that it is private. */
export const assertFetchable = (url: string, allow: AllowList): void => {
  const { host, allowed, isLoopbackHttp } = parseTarget(url, allow);
  const isPrivate = isIP(host) === 0 ? isLocalhost(host) : !isPublicAddress(host);
  if (isPrivate && !allowed && !isLoopbackHttp) throw new FetchFailure('blocked_address', host);
};
