import * as z from 'zod';
import type { Key, Table } from '#lib/platform/aws/table.ts';
import { dayMs, later, ttlAt } from '#lib/platform/durations.ts';
import { errorTypes } from '#lib/platform/errors.ts';
import { Tenant } from '#lib/platform/tenant.ts';

/** Time for which a request can be looked up. */
export const requestsKeptMs = 7 * dayMs;

/** The stored facts about a request: no body, no query, and no header except the caller's own id. */
export const RequestRecord = z.object({
  tenant: Tenant,
  id: z.string(),
  keyId: z.string(),
  /** The route, not the path: "DELETE /v1/transcriptions/{transcription_id}". */
  route: z.string(),
  status: z.int(),
  errorType: z.enum(errorTypes).nullable(),
  /** The path of the object that the request created. */
  location: z.string().nullable(),
  clientRequestId: z.string().nullable(),
  at: z.iso.datetime(),
  durationMs: z.int(),
});
export type RequestRecord = z.infer<typeof RequestRecord>;

const requestKey = ({ tenant, id }: Pick<RequestRecord, 'tenant' | 'id'>): Key => ({
  pk: `${tenant}/request/${id}`,
  sk: 'request',
});

/** Stores a request. Does nothing if a request with this id is stored already. */
export const putRequest = async (table: Pick<Table, 'putNew'>, record: RequestRecord): Promise<void> => {
  await table.putNew({
    ...record,
    ...requestKey(record),
    ttl: ttlAt(later(record.at, requestsKeptMs)),
  });
};

/** Reads a request, even one older than `requestsKeptMs` that is not deleted yet. Undefined if there is none. */
export const readRequest = async (
  table: Pick<Table, 'get'>,
  ref: Pick<RequestRecord, 'tenant' | 'id'>,
): Promise<RequestRecord | undefined> => {
  const item = await table.get(requestKey(ref));
  return item && RequestRecord.parse(item);
};
