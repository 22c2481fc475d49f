import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { putRequest } from './request-record.ts';

/** Authenticates a request. For an accepted caller, adds a function that records the request. */
export const recording =
  (
    authenticate: Authenticate,
    { table, now }: { readonly table: Pick<Table, 'putNew'>; readonly now: () => Date },
  ): Authenticate =>
  async (authorization) => {
    const who = await authenticate(authorization);
    const { tenant, keyId } = who.caller;
    return {
      ...who,
      record: (facts) => putRequest(table, { ...facts, tenant, keyId, at: now().toISOString() }),
    };
  };
