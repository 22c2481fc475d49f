import { endEventId } from '#lib/domain/webhooks/event.ts';
import { memoryDatabase } from '../../../support/memory-repository.ts';
import { allContracts } from './all.contract.ts';
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

allContracts('memory', open);
