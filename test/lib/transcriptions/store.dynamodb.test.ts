import { afterAll } from 'vitest';
import * as z from 'zod';
import { dynamoTranscriptionStore } from '#lib/transcriptions/store.dynamodb.ts';
import { findUpload } from '#lib/uploads/store.ts';
import { uploadItemKey } from '#lib/uploads/upload.ts';
import { startTable } from '../../support/table.ts';
import { storeContract } from './store.contract.ts';

const Charge = z.object({ amountMicroUsd: z.number() });

let stop = () => {};
afterAll(() => stop());

storeContract('DynamoDB', async () => {
  const { table, stop: stopTable } = await startTable();
  stop = stopTable;
  return {
    store: dynamoTranscriptionStore(table),
    addUpload: async (upload) => {
      await table.putNew({ ...upload, ...uploadItemKey(upload.projectId, upload.id) });
    },
    findUpload: (projectId, id) => findUpload(table, { projectId, id }),
    chargeOf: async ({ projectId, id }) => {
      const line = await table.get({ pk: `${projectId}/ledger`, sk: `charge/${id}` });
      return line && -Charge.parse(line).amountMicroUsd;
    },
  };
});
