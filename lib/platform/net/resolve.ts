import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { codeOf, FetchFailure } from './fetch-failure.ts';
import { isPublicAddress } from './public-address.ts';
import type { Target } from './target.ts';

/** All IP addresses of a name; rejects with a Node error. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export const resolveByDns: Resolve = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/**
 * The addresses to connect to, asked for once. One that is not public condemns all the others: whoever mixes them
 * hopes that the check sees one and the connection takes another. Rejects with a `FetchFailure`.
 */
export const addressesOf = async (resolve: Resolve, target: Target): Promise<readonly string[]> => {
  if (target.allowed?.address !== undefined) return [target.allowed.address];
  const answers = isIP(target.host) === 0 ? await ask(resolve, target.host) : [target.host];
  if (!target.allowed && !answers.every(isPublicAddress))
    throw new FetchFailure('blocked_address', target.host);
  // Lambda has no way out over IPv6.
  return answers.toSorted((one, other) => isIP(one) - isIP(other));
};

// There is no such name, it has no address, or it can be no name at all.
const final = new Set<string | undefined>(['ENOTFOUND', 'ENODATA', 'EINVAL']);

const ask = async (resolve: Resolve, name: string): Promise<readonly string[]> => {
  const answers = await resolve(name).catch((error: unknown) => {
    const code = codeOf(error);
    throw new FetchFailure('dns', name, { code, transient: !final.has(code) });
  });
  if (answers.length === 0) throw new FetchFailure('dns', name, { transient: false });
  return answers;
};
