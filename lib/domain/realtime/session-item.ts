import type { Condition, Item, Key, Outcome } from '#lib/platform/aws/table.ts';
import type { Due } from '#lib/platform/due-index/due-index.ts';
import { splitTenantPath, type Tenant } from '#lib/platform/tenant.ts';
import type { Mark } from './session-repository.ts';
import { type Lease, RealtimeSession, type SessionRef } from './session.ts';

/** Prefix of the sessions' shards in the due index. */
export const duePrefix = 'realtime';

const pkOf = ({ tenant, id }: SessionRef): string => `${tenant}/${id}`;
export const sessionKey = (ref: SessionRef): Key => ({ pk: pkOf(ref), sk: 'session' });

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');
const offsetDigits = 16;

const framePrefix = 'frame/';

/** The key of the audio that begins at this byte of the session. The padding sorts frames by offset. */
export const frameKey = (ref: SessionRef, offset: number): Key => ({
  pk: pkOf(ref),
  sk: `${framePrefix}${padded(offset, offsetDigits)}`,
});

const finishPrefix = `${framePrefix}end/`;
const markPrefix = `${framePrefix}mark/`;
/**
 * Marks are sorted after the frames, so that everything that a runner has not read is one range of keys. First comes
 * each `finish`, the lowest offset first, because a `finish` counts wherever it is. Then comes each `finalize`, the
 * highest offset first, because those before what is decided have no effect any more.
 */
export const markKey = (ref: SessionRef, { kind, offset }: Mark): Key => ({
  pk: pkOf(ref),
  sk:
    kind === 'finish'
      ? `${finishPrefix}${padded(offset, offsetDigits)}`
      : `${markPrefix}${padded(Number.MAX_SAFE_INTEGER - offset, offsetDigits)}/${kind}`,
});

export const isMarkKey = (sk: string): boolean => sk.startsWith(finishPrefix) || sk.startsWith(markPrefix);
/** The offset in the key of a frame or mark. */
export const offsetOf = (sk: string): number => {
  const [number] = sk.slice(sk.search(/\d/)).split('/');
  return sk.startsWith(markPrefix) ? Number.MAX_SAFE_INTEGER - Number(number) : Number(number);
};

export const eventKey = (ref: SessionRef, id: number): Key => ({
  pk: pkOf(ref),
  sk: `event/${padded(id, 8)}`,
});

/** The counter of bytes for clients that send no offsets. */
export const arrivalKey = (ref: SessionRef): Key => ({ pk: pkOf(ref), sk: 'arrival' });

/** The list of a project's sessions. */
export const sessionList = (tenant: Tenant): string => `${tenant}/realtime`;

export const toDueSession = ({ key, dueAt }: Due) => {
  const { tenant, rest: id } = splitTenantPath(key.pk);
  return { ref: { tenant, id }, dueAt };
};

export const withoutNulls = (session: RealtimeSession): Item =>
  Object.fromEntries(Object.entries(session).filter(([, value]) => value !== null));

/** Fencing condition: the session is live, and this runner is the current one. */
export const leaseCondition = ({ epoch }: Lease): Required<Condition> => ({
  where: '#status = :live AND epoch = :epoch',
  names: { '#status': 'status' },
  values: { ':live': 'live', ':epoch': epoch },
});

/** The session after a write. Undefined if the write was refused. */
export const sessionOf = (outcome: Outcome): RealtimeSession | undefined =>
  outcome.done ? RealtimeSession.parse(outcome.item) : undefined;
