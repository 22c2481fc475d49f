import * as contracts from '#lib/auth/contracts.ts';
import { identityVariables, openIdentityProvider } from '#lib/auth/sign-in/identity-provider.ts';
import { startSignIn } from '#lib/auth/sign-in/start-sign-in.ts';
import { readConfig } from '#lib/config.ts';
import { visitorEndpoint } from '#lib/http/console-endpoint.ts';

const config = readConfig(identityVariables);
const provider = openIdentityProvider(config);
const deps = { provider, now: () => new Date() };

export const handler = visitorEndpoint(contracts.startSignIn, async (_event, query) =>
  startSignIn(deps, query.return_to),
);
