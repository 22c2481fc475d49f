import * as contracts from '#lib/domain/requests/contracts.ts';
import { getRequest } from '#lib/domain/requests/get-request.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<Parameters<typeof getRequest>[0]>) =>
  apiKeyRoute({ authenticate, contract: contracts.getRequest }, async ({ caller, params }) =>
    getRequest(deps, { tenant: caller.tenant, id: params.request_id }),
  );

export const handler = createHandler(liveKeyRoute());
