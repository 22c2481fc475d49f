import * as contracts from '#lib/auth/contracts.ts';
import { finishSignIn } from '#lib/auth/sign-in/finish-sign-in.ts';
import { openIdentityProvider } from '#lib/auth/sign-in/identity-provider.ts';
import { dynamodb } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { visitorEndpoint } from '#lib/http/console-endpoint.ts';

const config = readConfig({
  TABLE_NAME: text,
  CONSOLE_ORIGIN: text,
  OIDC_ISSUER: text,
  OIDC_CLIENT_ID: text,
  OIDC_REALM: text,
});
const origin = config.CONSOLE_ORIGIN;
const table = openTable(dynamodb(), config.TABLE_NAME);
const provider = openIdentityProvider({
  issuer: config.OIDC_ISSUER,
  clientId: config.OIDC_CLIENT_ID,
  realm: config.OIDC_REALM,
  origin,
});
const deps = { table, provider, origin, now: () => new Date() };

export const handler = visitorEndpoint(contracts.finishSignIn, async (event) =>
  finishSignIn(deps, {
    cookies: event.cookies ?? [],
    path: event.rawPath,
    query: event.rawQueryString,
  }),
);
