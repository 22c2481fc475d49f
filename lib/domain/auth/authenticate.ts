import type { Item, Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import {
  emptySlots,
  freeSlots,
  lastTaken,
  rateLimit,
  rateLimitHeaders,
  type Slots,
  slotsOf,
} from '#lib/platform/limits/rate-window.ts';
import { isSurelyFull, type Recent, recentlyCounted } from '#lib/platform/limits/recently-counted.ts';
import {
  type Clock,
  type CountedRequest,
  systemClock,
  takeSlot,
  tooManyRequests,
} from '#lib/platform/limits/take-slot.ts';
import { log, addLogFields } from '#lib/platform/log.ts';
import { modeOf, projectOf, tenantOf } from '#lib/platform/tenant.ts';
import { type ApiKey, hashSecret, isSecret, parseKey } from './api-key.ts';
import type { Caller } from './caller.ts';
import { keyItemKey, KeyRecord } from './key-record.ts';

/** Who asks, and the headers that tell what is left of the rate limit. */
export type Authenticated = { readonly caller: Caller; readonly headers: Readonly<Record<string, string>> };
export type Authenticate = (authorization: string | undefined) => Promise<Authenticated>;

type KeyTable = Pick<Table, 'get' | 'update'>;
type Options = Partial<Clock> & {
  /** Of one key in any 60 s. */
  readonly requestsPerMinute?: number;
};

type Fault = 'missing' | 'malformed' | 'unknown' | 'wrong_secret' | 'revoked' | 'expired';

/** One answer whatever is wrong with the key; what it is, is for the log. */
const refused = (fault: Fault, keyId?: string): AppError => {
  log.info('key.refused', { reason: fault, key_id: keyId });
  return new AppError(
    'unauthenticated',
    'Send a valid API key of your project as "Authorization: Bearer <API_KEY>".',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
};

const limited = (slots: Slots, now: number) => tooManyRequests('with this key', slots, now);

const faultOf = (key: ApiKey, record: KeyRecord, now: Date): Fault | undefined => {
  if (record.mode !== key.mode || !isSecret(key.secret, record.secretHash)) return 'wrong_secret';
  if (record.revokedAt !== undefined) return 'revoked';
  // As text, as the table compares it.
  return record.expiresAt !== undefined && record.expiresAt <= now.toISOString() ? 'expired' : undefined;
};

/** The caller whose key this item is. Throws `unauthenticated`. */
const callerOf = (key: ApiKey, item: Item | undefined, now: Date): Caller => {
  if (!item) throw refused('unknown', key.id);
  const record = KeyRecord.parse(item);
  const fault = faultOf(key, record, now);
  if (fault) throw refused(fault, key.id);
  const { projectId, organizationId = null, keyId, mode } = record;
  return identified({ tenant: tenantOf(projectId, mode), organizationId, keyId });
};

const identified = (caller: Caller): Caller => {
  addLogFields({ key_id: caller.keyId, project_id: projectOf(caller.tenant), mode: modeOf(caller.tenant) });
  return caller;
};

const countedKey = (key: ApiKey, secretHash: string, limit: number): CountedRequest => ({
  key: keyItemKey(key.id),
  limit,
  condition: (now) => ({
    where: `secretHash = :hash AND attribute_not_exists(revokedAt) AND
      (attribute_not_exists(expiresAt) OR expiresAt > :instant)`,
    values: { ':hash': secretHash, ':instant': now.toISOString() },
  }),
  assert: (item, now) => void callerOf(key, item, now),
});

/** A key's item, or why the table could not be read. */
type Look = { readonly item: Item } | { readonly failure: unknown };

type RecentKey = Recent & { readonly caller: Caller; readonly secretHash: string };

const takenEver = (slots: Slots): number => slots.filter((takenAt) => takenAt !== undefined).length;

/** Admits so many requests of a key in any 60 seconds. Throws `unauthenticated` or `rate_limit_exceeded`. */
export const authenticator = (table: KeyTable, options: Options = {}): Authenticate => {
  const { requestsPerMinute = rateLimit, ...clock } = { ...systemClock, ...options };
  const recent = recentlyCounted<RecentKey>();

  /**
   * The first request of a key reads it before it writes, so that a key that anybody can make up costs no write. Later
   * ones are counted and checked in one write.
   */
  const look = async (key: ApiKey): Promise<Look> => {
    try {
      const item = await table.get(keyItemKey(key.id));
      callerOf(key, item, clock.now());
      return { item: item ?? {} };
    } catch (error) {
      if (error instanceof AppError) throw error;
      return { failure: error };
    }
  };

  /** `before` are the slots as they were last seen, if they were. */
  const admit = async (key: ApiKey, secretHash: string, before?: Slots): Promise<Authenticated> => {
    const { taken, item, slots, at } = await takeSlot(
      { ...clock, table },
      countedKey(key, secretHash, requestsPerMinute),
      before ?? emptySlots(requestsPerMinute),
    );
    const caller = callerOf(key, item, new Date(at));
    recent.keep(key.id, { caller, secretHash, slots, seenAt: at });
    if (!taken) throw limited(slots, at);
    if (before && lastTaken(before) === undefined && takenEver(slots) === 1)
      log.info('key.first_used', { key_id: key.id });
    return { caller, headers: rateLimitHeaders(slots, at) };
  };

  /** Reading may still work where writing does not: then a key with a slot left is let in, and not counted. */
  const admitUncounted = async (key: ApiKey, item: Item, cause: unknown): Promise<Authenticated> => {
    const now = clock.now();
    const caller = callerOf(key, item, now);
    const slots = slotsOf(item, requestsPerMinute);
    if (freeSlots(slots, now.getTime()).length === 0) throw limited(slots, now.getTime());
    log.error('limiter.failed_open', cause, { key_id: key.id });
    return { caller, headers: {} };
  };

  return async (authorization) => {
    const key = parseKey(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
    if (!key) throw refused(authorization === undefined ? 'missing' : 'malformed');
    const secretHash = hashSecret(key.secret);
    const lately = recent.find(key.id);
    const seen = lately?.secretHash === secretHash ? lately : undefined;
    const now = clock.now().getTime();
    if (seen && isSurelyFull(seen, now)) {
      identified(seen.caller);
      throw limited(seen.slots, now);
    }
    // Where it could not be read, the write that counts still refuses what is wrong.
    const first = seen ? undefined : await look(key);
    const before = first && 'item' in first ? slotsOf(first.item, requestsPerMinute) : seen?.slots;
    try {
      return await admit(key, secretHash, before);
    } catch (error) {
      if (!(error instanceof AppError)) {
        const found = first ?? (await look(key));
        if ('failure' in found) throw found.failure;
        return admitUncounted(key, found.item, error);
      }
      if (error.type === 'unauthenticated') recent.forget(key.id);
      throw error;
    }
  };
};
