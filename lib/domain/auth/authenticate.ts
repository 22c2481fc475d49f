import type { Item, Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import {
  emptySlots,
  freeSlots,
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
import type { RecordRequest } from '#lib/platform/http/middleware/request-record.ts';
import { log, addLogFields } from '#lib/platform/log.ts';
import { modeOf, projectOf, tenantOf } from '#lib/platform/tenant.ts';
import { type ApiKey, hashSecret, isSecret, keyOf } from './api-key.ts';
import type { Caller } from './caller.ts';
import { hasExpired, keyItemKey, KeyRecord } from './key-record.ts';

/** The caller, and the rate-limit headers of the response. */
export type Authenticated = {
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string>>;
  /** Records the request, so that its sender can look it up. */
  readonly record?: RecordRequest;
};
export type Authenticate = (authorization: string | undefined) => Promise<Authenticated>;

type KeyTable = Pick<Table, 'get' | 'update'>;

type Fault = 'missing' | 'malformed' | 'unknown' | 'wrong_secret' | 'revoked' | 'expired';

/** Every fault gets the same message, so that it reveals nothing about the key. Only the log has the fault. */
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
  return hasExpired(record, now) ? 'expired' : undefined;
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

/** A key's item, or the error of reading it. */
type KeyRead = { readonly item: Item } | { readonly failure: unknown };

type RecentKey = Recent & { readonly caller: Caller; readonly secretHash: string };

const takenCount = (slots: Slots): number => slots.filter((takenAt) => takenAt !== undefined).length;

/** Admits `requestsPerMinute` requests of a key in any 60 s. Throws `unauthenticated` or `rate_limit_exceeded`. */
export const authenticator = (
  table: KeyTable,
  requestsPerMinute: number,
  clock: Clock = systemClock,
): Authenticate => {
  const recent = recentlyCounted<RecentKey>();

  /**
   * Reads a key at its first request, so that an invented key costs no write. Later requests are checked and counted in one
   * write.
   */
  const readKey = async (key: ApiKey): Promise<KeyRead> => {
    try {
      const item = await table.get(keyItemKey(key.id));
      callerOf(key, item, clock.now());
      return { item: item ?? {} };
    } catch (error) {
      if (error instanceof AppError) throw error;
      return { failure: error };
    }
  };

  /** `before` are the slots of an earlier read or write, if any. */
  const admit = async (key: ApiKey, secretHash: string, before?: Slots): Promise<Authenticated> => {
    const { taken, item, slots, at } = await takeSlot(
      { ...clock, table },
      countedKey(key, secretHash, requestsPerMinute),
      before ?? emptySlots(requestsPerMinute),
    );
    const caller = callerOf(key, item, new Date(at));
    recent.set(key.id, { caller, secretHash, slots, seenAt: at });
    if (!taken) throw limited(slots, at);
    if (before && takenCount(before) === 0 && takenCount(slots) === 1)
      log.info('key.first_used', { key_id: key.id });
    return { caller, headers: rateLimitHeaders(slots, at) };
  };

  /**
   * Admits a key that has a free slot, without counting the request. Used when the table can be read but not written.
   */
  const admitUncounted = async (key: ApiKey, item: Item, cause: unknown): Promise<Authenticated> => {
    const now = clock.now();
    const caller = callerOf(key, item, now);
    const slots = slotsOf(item, requestsPerMinute);
    if (freeSlots(slots, now.getTime()).length === 0) throw limited(slots, now.getTime());
    log.error('limiter.failed_open', cause, { key_id: key.id });
    return { caller, headers: {} };
  };

  return async (authorization) => {
    const key = keyOf(authorization);
    if (!key) throw refused(authorization === undefined ? 'missing' : 'malformed');
    const secretHash = hashSecret(key.secret);
    const lately = recent.get(key.id);
    const seen = lately?.secretHash === secretHash ? lately : undefined;
    const now = clock.now().getTime();
    if (seen && isSurelyFull(seen, now)) {
      identified(seen.caller);
      throw limited(seen.slots, now);
    }
    // If this read fails, the counting write still refuses an invalid key.
    const first = seen ? undefined : await readKey(key);
    const before = first && 'item' in first ? slotsOf(first.item, requestsPerMinute) : seen?.slots;
    try {
      return await admit(key, secretHash, before);
    } catch (error) {
      if (!(error instanceof AppError)) {
        const found = first ?? (await readKey(key));
        if ('failure' in found) throw found.failure;
        return admitUncounted(key, found.item, error);
      }
      if (error.type === 'unauthenticated') recent.delete(key.id);
      throw error;
    }
  };
};
