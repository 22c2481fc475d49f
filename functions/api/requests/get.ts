import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import * as contracts from '#lib/domain/requests/contracts.ts';
import { getRequest } from '#lib/domain/requests/get-request.ts';
import { liveAuthenticate } from '../../deps/authentication.ts';
import { now } from '../../deps/clock.ts';
import { liveTable } from '../../deps/table.ts';
import { apiKeyRoute } from '../../http/api-key.ts';

type Deps = Parameters<typeof getRequest>[0] & { readonly authenticate: Authenticate };

export const createHandler = ({ authenticate, ...deps }: Deps) =>
  apiKeyRoute({ authenticate, contract: contracts.getRequest }, async ({ caller, params }) =>
    getRequest(deps, { tenant: caller.tenant, id: params.request_id }),
  );

const table = liveTable();
export const handler = createHandler({ authenticate: liveAuthenticate(table), table, now });
