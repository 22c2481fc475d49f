import * as contracts from '#lib/domain/auth/contracts.ts';
import { finishSignIn } from '#lib/domain/auth/sign-in/finish-sign-in.ts';
import { identityVariables, openIdentityProvider } from '#lib/domain/auth/sign-in/identity-provider.ts';
import { dynamodb, secretsManager } from '#lib/platform/aws/clients.ts';
import { secretReader } from '#lib/platform/aws/secret.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { visitorEndpoint } from '#lib/platform/http/console-endpoint.ts';

const config = readConfig({ TABLE_NAME: text, SIGN_IN_SECRET_ARN: text, ...identityVariables });
const secret = secretReader(secretsManager(), config.SIGN_IN_SECRET_ARN);
const origin = config.CONSOLE_ORIGIN;
const table = openTable(dynamodb(), config.TABLE_NAME);
const provider = openIdentityProvider(config);
const deps = { table, provider, origin, secret, now: () => new Date() };

export const handler = visitorEndpoint(contracts.finishSignIn, async (event) =>
  finishSignIn(deps, {
    cookies: event.cookies ?? [],
    path: event.rawPath,
    query: event.rawQueryString,
  }),
);
