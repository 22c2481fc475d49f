import type { Table } from '#lib/aws/table.ts';
import { AppError } from '#lib/errors.ts';
import { isSecret, parseKey } from './api-key.ts';
import type { Caller } from './caller.ts';
import { keyItemKey, KeyRecord } from './key-record.ts';

export type Authenticate = (authorization: string | undefined) => Promise<Caller>;

const refused = () =>
  new AppError(
    'unauthenticated',
    'Send a valid API key of your project as "Authorization: Bearer <API_KEY>".',
  );

/** Tells who asks, or throws `unauthenticated`: always the same words, whatever is wrong with the key. */
export const authenticator =
  (table: Pick<Table, 'get'>): Authenticate =>
  async (authorization) => {
    const key = parseKey(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '');
    if (!key) throw refused();
    const item = await table.get(keyItemKey(key.id));
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
