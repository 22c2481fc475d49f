import * as contracts from '#lib/domain/billing/contracts.ts';
import { getReceipt, type GetReceiptDeps } from '#lib/domain/billing/get-receipt.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { livePaymentProvider } from '../../deps/payments.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<GetReceiptDeps>) =>
  sessionRoute({ access, contract: contracts.getReceipt }, async ({ user, params }) => {
    const { organizationId } = await requireOrganization(deps.table, user, params.organization_id);
    return getReceipt(deps, { organizationId, entryId: params.entry_id });
  });

export const handler = createHandler({
  ...liveSessionRoute(),
  receiptOf: (await livePaymentProvider())?.receiptOf,
});
