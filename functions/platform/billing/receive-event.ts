import { receivePaymentEvent } from '#lib/domain/billing/contracts.ts';
import { dynamoPaymentRepository } from '#lib/domain/billing/payment-repository.ts';
import { receiveEvent, type ReceiveEventDeps } from '#lib/domain/billing/receive-event.ts';
import { stopTopUp } from '#lib/domain/billing/top-up.ts';
import { findOrganization, organizationExists } from '#lib/domain/organizations/organization-repository.ts';
import { liveProducts } from '../../deps/billing.ts';
import { now } from '../../deps/clock.ts';
import { livePaymentProvider, livePaymentSignature } from '../../deps/payments.ts';
import { liveTable } from '../../deps/table.ts';
import { paymentEventRoute } from '../../http/payment-events.ts';
import type { IsSigned } from '../../http/signature.ts';

type Deps = ReceiveEventDeps & { readonly isSigned: IsSigned };

/** `deps` are undefined if the deployment sells nothing. */
export const createHandler = (deps: Deps | undefined) =>
  paymentEventRoute(deps?.isSigned, async (signed) => {
    if (deps) await receiveEvent(deps, signed);
    return receivePaymentEvent.success.toReply({ received: true });
  });

const openDeps = async (): Promise<Deps | undefined> => {
  const [provider, isSigned] = await Promise.all([livePaymentProvider(), livePaymentSignature()]);
  if (!provider || !isSigned) return undefined;
  const table = liveTable();
  return {
    isSigned,
    products: liveProducts(),
    payments: dynamoPaymentRepository(table),
    organizationExists: (id) => organizationExists(table, id),
    isDeleted: async (id) => (await findOrganization(table, id)) === undefined,
    stopTopUp: (id) => stopTopUp(table, id, 'returned'),
    isLive: provider.isLive,
    invoiceOf: provider.invoiceOf,
    now,
  };
};

export const handler = createHandler(await openDeps());
