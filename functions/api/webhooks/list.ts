import * as contracts from '#lib/domain/webhooks/contracts.ts';
import { listWebhooks } from '#lib/domain/webhooks/list-webhooks.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<Parameters<typeof listWebhooks>[0]>) =>
  apiKeyRoute({ authenticate, contract: contracts.listWebhooks }, async ({ caller }) =>
    listWebhooks(deps, caller),
  );

export const handler = createHandler(liveKeyRoute());
