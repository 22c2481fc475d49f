import { formatKey, generateKey, hashSecret } from '#lib/domain/auth/api-key.ts';
import { hasExpired } from '#lib/domain/auth/key-record.ts';
import type { User } from '#lib/domain/auth/session.ts';
import { notFound } from '#lib/domain/organizations/require.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { invalidFields } from '#lib/platform/http/validation.ts';
import { assertSameBody, type Created } from '#lib/platform/idempotency.ts';
import { log } from '#lib/platform/log.ts';
import { maxUsableKeys, type ProjectKey } from './project-key.ts';
import { findKey, putKey } from './key-repository.ts';
import { type CreatedApiKey, type NewApiKey, viewKey } from './views.ts';

export type CreateKeyDeps = {
  readonly table: Pick<Table, 'get' | 'transact' | 'update'>;
  readonly now: () => Date;
  readonly newId: () => string;
};

type Input = { readonly user: User; readonly body: NewApiKey; readonly bodyFingerprint: string };

const pastExpiry = () => {
  const message = 'Send a time in the future, or null for a key that does not expire.';
  return invalidFields([{ path: 'expires_at', rule: 'future', message }]);
};

/**
 * Creates a key of a project. A replay under the same Idempotency-Key returns the same key without its secret, of which
 * only a hash is stored.
 */
export const createKey = async (
  deps: CreateKeyDeps,
  { projectId, organizationId }: { readonly projectId: string; readonly organizationId: string },
  { user, body: { name, mode, expires_at }, bodyFingerprint }: Input,
): Promise<Created<CreatedApiKey>> => {
  const now = deps.now();
  const secret = generateKey(mode);
  const times = { createdAt: now.toISOString(), ...(expires_at !== null && { expiresAt: expires_at }) };
  const shared = { projectId, keyId: secret.id, mode, ...times };
  const createdBy = { id: user.id, email: user.email };
  const key: ProjectKey = { ...shared, id: deps.newId(), name, createdBy, fingerprint: bodyFingerprint };
  // A replay gets its first answer even if the key has expired since then.
  if (hasExpired(key, now) && !(await findKey(deps.table, key))) throw pastExpiry();
  // The record names the paying organization, so that creating a job needs no extra read.
  const record = { ...shared, organizationId, secretHash: hashSecret(secret.secret) };
  const outcome = await putKey(deps.table, { key, now }, record);
  if (outcome.kind === 'kept') {
    log.info('key.created', { api_key_id: key.id, key_id: key.keyId, mode, expires_at });
    return { value: { ...viewKey(key, undefined), secret: formatKey(secret) }, replayed: false };
  }
  if (outcome.kind === 'exists') {
    assertSameBody(outcome.key.fingerprint, key.fingerprint);
    return { value: { ...viewKey(outcome.key, undefined), secret: null }, replayed: true };
  }
  if (outcome.kind === 'closed' || outcome.kind === 'not_allowed') throw notFound();
  throw new AppError(
    'invalid_state',
    `The project has ${maxUsableKeys} usable ${mode} keys, the maximum. Revoke one to create another.`,
  );
};
