import * as z from 'zod';
import type { Table } from '#lib/platform/aws/table.ts';
import { splitTenantPath } from '#lib/platform/tenant.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import type { Worker } from './worker.ts';

const Arrived = z.object({ ':at': z.iso.datetime(), ':eTag': z.string(), ':bytes': z.number() });

/** The part of the table that `markUploaded` updates, for `worker`. */
export const uploadTable = ({ uploads }: MemoryDatabase, worker: Worker): Pick<Table, 'update'> => ({
  update: async ({ key, values }) => {
    const { tenant, rest: id } = splitTenantPath(key.pk);
    const { ':at': at, ':eTag': eTag, ':bytes': bytes } = Arrived.parse(values);
    const done = await worker.call('dynamodb', 'markUploaded', () =>
      uploads.markUploaded({ tenant, id }, { eTag, bytes, at: new Date(at) }),
    );
    return done ? { done, item: {} } : { done, item: undefined };
  },
});
