import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { codeOf, FetchFailure } from './fetch-failure.ts';
import { isLoopbackAddress, isPublicAddress } from './public-address.ts';
import type { Target } from './target.ts';

/** Returns all IP addresses of a name. Rejects with a Node.js error. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export const resolveByDns: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * Resolves a name once. If one of the addresses is private, all are refused: such a mix is an attempt to have one address
 * checked and to connect to another. Rejects with a `FetchFailure`.
 */
export const addressesOf = async (resolve: Resolve, target: Target): Promise<readonly string[]> => {
  if (target.allowed?.address !== undefined) return [target.allowed.address];
  const addresses = isIP(target.host) === 0 ? await lookUp(resolve, target.host) : [target.host];
  if (!target.allowed && !addresses.every(mayConnect(target)))
    throw new FetchFailure('blocked_address', target.host, { redirectedBy: target.redirectedBy });
  // IPv4 addresses come first, because Lambda cannot reach IPv6 addresses.
  return addresses.toSorted((one, other) => isIP(one) - isIP(other));
};

/** The check of addresses for a target that is not an allowed origin. */
export const mayConnect = ({ isLoopbackHttp }: Target): ((address: string) => boolean) =>
  isLoopbackHttp ? isLoopbackAddress : isPublicAddress;

// Unknown name, no address, or an invalid name.
const final = new Set<string | undefined>(['ENOTFOUND', 'ENODATA', 'EINVAL']);

const lookUp = async (resolve: Resolve, name: string): Promise<readonly string[]> => {
  const addresses = await resolve(name).catch((error: unknown) => {
    const code = codeOf(error);
    throw new FetchFailure('dns', name, { code, transient: !final.has(code) });
  });
  if (addresses.length === 0) throw new FetchFailure('dns', name, { transient: false });
  return addresses;
};
