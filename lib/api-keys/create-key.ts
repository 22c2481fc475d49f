import { formatKey, generateKey, hashSecret } from '#lib/auth/api-key.ts';
import type { Table } from '#lib/aws/table.ts';
import { AppError } from '#lib/errors.ts';
import { assertSameBody } from '#lib/idempotency.ts';
import { maxLiveKeys, type ProjectKey } from './project-key.ts';
import { putKey } from './store.ts';
import { type CreatedApiKey, type NewApiKey, viewKey } from './views.ts';

export type CreateKeyDeps = {
  readonly table: Pick<Table, 'transact'>;
  readonly now: () => Date;
  readonly newId: () => string;
};

/**
 * Makes a key of a project. A replay under the same Idempotency-Key is the same key without its secret, of which nobody
 * has kept more than a hash.
 */
export const createKey = async (
  deps: CreateKeyDeps,
  { projectId, organizationId }: { readonly projectId: string; readonly organizationId: string },
  input: { readonly body: NewApiKey; readonly bodyFingerprint: string },
): Promise<{ readonly answer: CreatedApiKey; readonly replayed: boolean }> => {
  const { name, mode } = input.body;
  const secret = generateKey(mode);
  const createdAt = deps.now().toISOString();
  const key: ProjectKey = {
    ...{ projectId, id: deps.newId(), keyId: secret.id, name, mode, createdAt },
    fingerprint: input.bodyFingerprint,
  };
  const secretHash = hashSecret(secret.secret);
  // Who pays is known by the key, so that queueing a job need not look for it.
  const record = { projectId, organizationId, keyId: secret.id, mode, secretHash, createdAt };
  const outcome = await putKey(deps.table, key, record);
  if (outcome.kind === 'kept') {
    return { answer: { ...viewKey(key), secret: formatKey(secret) }, replayed: false };
  }
  if (outcome.kind === 'exists') {
    assertSameBody(outcome.key.fingerprint, key.fingerprint);
    return { answer: { ...viewKey(outcome.key), secret: null }, replayed: true };
  }
  throw new AppError(
    'invalid_state',
    `The project has ${maxLiveKeys} ${mode} keys that work. Revoke one to make another.`,
  );
};
