import { endEventId } from '#lib/domain/webhooks/event.ts';
import { memoryDatabase } from '../../../support/memory-repository.ts';
import { channelsContract } from './channels.contract.ts';
import { endingsContract } from './endings.contract.ts';
import { eventsContract } from './events.contract.ts';
import { fetchingContract } from './fetching.contract.ts';
import { holdsContract } from './holds.contract.ts';
import { listContract } from './list.contract.ts';
import { partProgressContract } from './part-progress.contract.ts';
import { partsContract } from './parts.contract.ts';
import { retriesContract } from './retries.contract.ts';
import { storeContract } from './transcription-repository.contract.ts';
import { testQuotaContract } from './test-quota.contract.ts';
import { queueLimits, type World } from './repository-scenes.ts';

const open = async (): Promise<World> => {
  const { store, uploads, ledger, usage, events, money } = memoryDatabase(queueLimits);
  return {
    store,
    addUpload: async (upload) => uploads.add(upload),
    findUpload: (tenant, id) => uploads.find({ tenant, id }),
    chargeOf: async ({ tenant, id }) => ledger.get(`${tenant}/${id}`),
    eventOf: async (job, status) => events.find(({ id }) => id === endEventId({ ...job, status })),
    usageOf: async (tenant, day) => usage.get(`${tenant}/${day}`) ?? 0,
    pay: async (organizationId, microUsd) => money.pay(organizationId, microUsd),
    accountOf: async (organizationId) => {
      const [credit, held, spent] = [money.credits, money.held, money.spent].map(
        (sums) => sums.get(organizationId) ?? 0,
      );
      return { balance: (credit ?? 0) - (spent ?? 0), held: held ?? 0 };
    },
  };
};

storeContract('memory', open);
endingsContract('memory', open);
listContract('memory', open);
eventsContract('memory', open);
fetchingContract('memory', open);
holdsContract('memory', open);
testQuotaContract('memory', open);
retriesContract('memory', open);
partsContract('memory', open);
partProgressContract('memory', open);
channelsContract('memory', open);
