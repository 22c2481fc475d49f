import type { Item, Table } from '#lib/aws/table.ts';
import { AppError } from '#lib/errors.ts';
import {
  emptySlots,
  freeSlots,
  rateLimit,
  rateLimitHeaders,
  type Slots,
  slotsOf,
} from '#lib/limits/rate-window.ts';
import { type Clock, systemClock, tooManyRequests } from '#lib/limits/take-slot.ts';
import { log } from '#lib/log.ts';
import { tenantOf } from '#lib/tenant.ts';
import { type ApiKey, hashSecret, isSecret, parseKey } from './api-key.ts';
import type { Caller } from './caller.ts';
import { keyItemKey, KeyRecord, slotTaking } from './key-record.ts';

/** Who asks, and the headers that tell what is left of the rate limit. */
export type Admission = { readonly caller: Caller; readonly headers: Readonly<Record<string, string>> };
export type Authenticate = (authorization: string | undefined) => Promise<Admission>;

type KeyTable = Pick<Table, 'get' | 'update'>;
type Options = Partial<Clock> & {
  /** Of one key in any 60 s. */
  readonly requestsPerMinute?: number;
};

const refused = () =>
  new AppError(
    'unauthenticated',
    'Send a valid API key of your project as "Authorization: Bearer <API_KEY>".',
    { headers: { 'www-authenticate': 'Bearer' } },
  );

const limited = (slots: Slots, now: number) => tooManyRequests('with this key', slots, now);

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
  const { projectId, organizationId = null, keyId, mode } = record;
  return { tenant: tenantOf(projectId, mode), organizationId, keyId };
};

/** A key all of whose slots were seen taken. Slots only fill up, so until the first runs out the answer is known. */
type FullKey = { readonly secretHash: string; readonly slots: Slots; readonly seenAt: number };

/** Not for longer, so that a key that is revoked meanwhile is soon told so. */
const rememberedMs = 1_000;
const mostRemembered = 1_000;

/** Admits so many requests of a key in any 60 seconds. Throws `unauthenticated` or `rate_limit_exceeded`. */
export const authenticator = (table: KeyTable, options: Options = {}): Authenticate => {
  const { now, random, requestsPerMinute = rateLimit } = { ...systemClock, ...options };
  const fullKeys = new Map<string, FullKey>();

  const assertNotFull = (key: ApiKey, secretHash: string): void => {
    const full = fullKeys.get(key.id);
    const at = now().getTime();
    if (full?.secretHash !== secretHash || at - full.seenAt >= rememberedMs) return;
    if (freeSlots(full.slots, at).length === 0) throw limited(full.slots, at);
  };

  const refuseFull = (key: ApiKey, full: FullKey): never => {
    if (fullKeys.size >= mostRemembered) fullKeys.clear();
    fullKeys.set(key.id, full);
    throw limited(full.slots, full.seenAt);
  };

  /** One write authenticates and counts. That it was refused says why: the item as it was comes back with it. */
  const admit = async (key: ApiKey, secretHash: string): Promise<Admission> => {
    let free = freeSlots(emptySlots(requestsPerMinute), 0);
    for (;;) {
      const at = now().getTime();
      const slot = free[random(free.length)] ?? 0;
      const outcome = await table.update(slotTaking(key.id, secretHash, { slot, now: at }));
      const caller = callerOf(key, outcome.item);
      const slots = slotsOf(outcome.item ?? {}, requestsPerMinute);
      if (outcome.done) return { caller, headers: rateLimitHeaders(slots, at) };
      free = freeSlots(slots, at);
      if (free.length === 0) return refuseFull(key, { secretHash, slots, seenAt: at });
    }
  };

  /** Reading may still work where writing does not: then a key with a slot left is let in, and not counted. */
  const admitUncounted = async (key: ApiKey, cause: unknown): Promise<Admission> => {
    const item = await table.get(keyItemKey(key.id));
    const caller = callerOf(key, item);
    const slots = slotsOf(item ?? {}, requestsPerMinute);
    const at = now().getTime();
    if (freeSlots(slots, at).length === 0) throw limited(slots, at);
    log.error('limiter.failed_open', cause, { key_id: key.id });
    return { caller, headers: {} };
  };

  return async (authorization) => {
    const key = parseKey(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
    if (!key) throw refused();
    const secretHash = hashSecret(key.secret);
    assertNotFull(key, secretHash);
    try {
      return await admit(key, secretHash);
    } catch (error) {
      if (error instanceof AppError) throw error;
      return admitUncounted(key, error);
    }
  };
};
