import { changeTopUp, type ChangeTopUpDeps } from '#lib/domain/billing/change-top-up.ts';
import * as contracts from '#lib/domain/billing/contracts.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { liveProducts } from '../../deps/billing.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { livePaymentProvider } from '../../deps/payments.ts';
import { liveTable } from '../../deps/table.ts';
import { sessionChangeRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<ChangeTopUpDeps>) =>
  sessionChangeRoute({ access, contract: contracts.changeAutoTopUp }, async ({ user, params, body }) => {
    const { organizationId } = await requireOrganization(deps.table, user, params.organization_id);
    return changeTopUp(deps, organizationId, { body, actor: user });
  });

const table = liveTable();
export const handler = createHandler({
  access: liveConsole(table),
  table,
  products: liveProducts(),
  cardOf: (await livePaymentProvider())?.cardOf,
  now,
});
