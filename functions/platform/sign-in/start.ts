import * as contracts from '#lib/auth/contracts.ts';
import { openIdentityProvider } from '#lib/auth/sign-in/identity-provider.ts';
import { startSignIn } from '#lib/auth/sign-in/start-sign-in.ts';
import { readConfig, text } from '#lib/config.ts';
import { visitorEndpoint } from '#lib/http/console-endpoint.ts';

const config = readConfig({
  CONSOLE_ORIGIN: text,
  OIDC_ISSUER: text,
  OIDC_CLIENT_ID: text,
  OIDC_REALM: text,
});
const provider = openIdentityProvider({
  issuer: config.OIDC_ISSUER,
  clientId: config.OIDC_CLIENT_ID,
  realm: config.OIDC_REALM,
  origin: config.CONSOLE_ORIGIN,
});
const deps = { provider, now: () => new Date() };

export const handler = visitorEndpoint(contracts.startSignIn, async (_event, query) =>
  startSignIn(deps, query.return_to),
);
