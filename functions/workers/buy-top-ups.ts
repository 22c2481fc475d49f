import { liveProducts } from '#functions/deps/billing.ts';
import { now } from '#functions/deps/clock.ts';
import { liveHandler } from '#functions/deps/live-handler.ts';
import { liveMailer } from '#functions/deps/mail.ts';
import { openPaymentProvider } from '#functions/deps/payments.ts';
import { liveTable } from '#functions/deps/table.ts';
import { buyTopUps, type BuyTopUpsDeps } from '#lib/domain/billing/buy-top-ups.ts';
import { mailTopUpStop } from '#lib/domain/billing/mail-top-up-stop.ts';
import { dynamoPaymentRepository } from '#lib/domain/billing/payment-repository.ts';
import { payersOf } from '#lib/domain/organizations/members/payers.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';
import { eventHandler } from '#lib/platform/event-handler.ts';

export const createHandler = (deps: BuyTopUpsDeps) => eventHandler(() => buyTopUps(deps));

export const handler = await liveHandler(() => {
  // The API key of Stripe is read at the first due order. Before the key is stored, there can be no order.
  const provider = openPaymentProvider();
  if (!provider) throw new Error('Only a deployment that sells credit has this function.');
  const table = liveTable();
  const { CONSOLE_ORIGIN: origin } = readConfig({ CONSOLE_ORIGIN: textVariable });
  const mailing = { payersOf: payersOf(table), origin, sendMail: liveMailer() };
  return createHandler({
    table,
    now,
    products: liveProducts(),
    payments: dynamoPaymentRepository(table),
    cardOf: provider.cardOf,
    chargeCard: provider.chargeCard,
    findCharge: provider.findCharge,
    notifyStop: (stop) => mailTopUpStop(mailing, stop),
  });
});
