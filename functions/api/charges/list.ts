import { listCharges } from '#lib/domain/billing/charge-report.ts';
import * as contracts from '#lib/domain/billing/contracts.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

type Deps = KeyRouteDeps<{ readonly table: Pick<Table, 'query'> }>;

export const createHandler = ({ authenticate, table }: Deps) =>
  apiKeyRoute(
    { authenticate, contract: contracts.getChargeReport },
    async ({ caller: { tenant }, query }) => ({
      ...query,
      tenant,
      page: await listCharges(table, tenant, query),
    }),
  );

export const handler = createHandler(liveKeyRoute());
