import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { listWebhooks } from '#lib/domain/webhooks/list-webhooks.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { now } from '../../deps/clock.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

type Deps = KeyRouteDeps<{ readonly table: Pick<Table, 'query'>; readonly now: () => Date }>;

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.listWebhooks }, async ({ caller }) =>
    listWebhooks(deps, caller),
  );

const table = liveTable();
export const handler = createHandler({ authenticate: liveAuthenticate(table), table, now });
