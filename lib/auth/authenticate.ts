import { randomInt } from 'node:crypto';
import type { Item, Table } from '#lib/aws/table.ts';
import { AppError } from '#lib/errors.ts';
import { freeSlots, rateLimitHeaders, secondsToNextSlot, type Slots } from '#lib/limits/rate-window.ts';
import { log } from '#lib/log.ts';
import { type ApiKey, hashSecret, isSecret, parseKey } from './api-key.ts';
import type { Caller } from './caller.ts';
import { keyItemKey, KeyRecord, slotsOf, slotTaking } from './key-record.ts';

/** Who asks, and the headers that tell what is left of the rate limit. */
export type Admission = { readonly caller: Caller; readonly headers: Readonly<Record<string, string>> };
export type Authenticate = (authorization: string | undefined) => Promise<Admission>;

type KeyTable = Pick<Table, 'get' | 'update'>;
type Chance = {
  readonly now: () => Date;
  /** A whole number from 0 to below `limit`. */
  readonly random: (limit: number) => number;
};
const system: Chance = { now: () => new Date(), random: randomInt };

const refused = () =>
  new AppError(
    'unauthenticated',
    'Send a valid API key of your project as "Authorization: Bearer <API_KEY>".',
    { headers: { 'www-authenticate': 'Bearer' } },
  );

const limited = (slots: Slots, now: number): AppError => {
  const seconds = secondsToNextSlot(slots, now);
  return new AppError('rate_limit_exceeded', `This key is used too fast. Try again in ${seconds} s.`, {
    headers: { ...rateLimitHeaders(slots, now), 'retry-after': String(seconds) },
  });
};

/** The caller whose key this item is; throws the same words whatever is wrong with the key. */
const callerOf = (key: ApiKey, item: Item | undefined): Caller => {
  if (!item) throw refused();
  const record = KeyRecord.parse(item);
  if (
    record.revokedAt !== undefined ||
    record.mode !== key.mode ||
    !isSecret(key.secret, record.secretHash)
  ) {
    throw refused();
  }
  return { projectId: record.projectId, keyId: record.keyId, testMode: record.mode === 'test' };
};

/** One write authenticates and counts. That it was refused says why: the item as it was comes back with it. */
const admit = async (table: KeyTable, { now, random }: Chance, key: ApiKey): Promise<Admission> => {
  const secretHash = hashSecret(key.secret);
  let free = freeSlots([], 0);
  for (;;) {
    const at = now().getTime();
    const slot = free[random(free.length)] ?? 0;
    const outcome = await table.update(slotTaking(key.id, secretHash, { slot, now: at }));
    const caller = callerOf(key, outcome.item);
    const slots = slotsOf(outcome.item ?? {});
    if (outcome.done) return { caller, headers: rateLimitHeaders(slots, at) };
    free = freeSlots(slots, at);
    if (free.length === 0) throw limited(slots, at);
  }
};

/** Reading may still work where writing does not: then nobody is turned away, and nothing is counted. */
const admitUncounted = async (table: KeyTable, key: ApiKey, cause: unknown): Promise<Admission> => {
  log.error('limiter.failed_open', cause, { key_id: key.id });
  return { caller: callerOf(key, await table.get(keyItemKey(key.id))), headers: {} };
};

/** Admits at most 60 requests of a key in any 60 seconds. Throws `unauthenticated` or `rate_limit_exceeded`. */
export const authenticator =
  (table: KeyTable, chance: Chance = system): Authenticate =>
  async (authorization) => {
    const key = parseKey(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
    if (!key) throw refused();
    try {
      return await admit(table, chance, key);
    } catch (error) {
      if (error instanceof AppError) throw error;
      return admitUncounted(table, key, error);
    }
  };
