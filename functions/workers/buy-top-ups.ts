import { liveProducts } from '#functions/deps/billing.ts';
import { now } from '#functions/deps/clock.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { livePaymentProvider } from '#functions/deps/payments.ts';
import { liveTable } from '#functions/deps/table.ts';
import { buyTopUps, type BuyTopUpsDeps } from '#lib/domain/billing/buy-top-ups.ts';
import { dynamoPaymentRepository } from '#lib/domain/billing/payment-repository.ts';
import { findOrganization } from '#lib/domain/organizations/organization-repository.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';

export const createHandler = (deps: BuyTopUpsDeps) => eventHandler(() => buyTopUps(deps));

export const handler = await liveHandler(async () => {
  const provider = await livePaymentProvider();
  if (!provider) throw new Error('Only a deployment that sells credit has this function.');
  const table = liveTable();
  return createHandler({
    ...{ table, now, products: liveProducts() },
    payments: dynamoPaymentRepository(table),
    cardOf: provider.cardOf,
    chargeCard: provider.chargeCard,
    isDeleted: async (id) => (await findOrganization(table, id)) === undefined,
  });
});
