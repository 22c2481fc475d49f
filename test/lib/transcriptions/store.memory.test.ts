import { memoryDatabase } from '../../support/memory-store.ts';
import { storeContract } from './store.contract.ts';

storeContract('memory', async () => {
  const { store, uploads, ledger } = memoryDatabase();
  return {
    store,
    addUpload: async (upload) => uploads.add(upload),
    findUpload: (projectId, id) => uploads.find({ projectId, id }),
    chargeOf: async ({ projectId, id }) => ledger.get(`${projectId}/${id}`),
  };
});
