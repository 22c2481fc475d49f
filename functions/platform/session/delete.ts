import * as contracts from '#lib/domain/auth/contracts.ts';
import { identityVariables, openIdentityProvider } from '#lib/domain/auth/sign-in/identity-provider.ts';
import { signOut } from '#lib/domain/auth/sign-out.ts';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables, ...identityVariables });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);
const provider = openIdentityProvider(config);
const deps = { table, provider, now: () => new Date() };

export const handler = consoleEndpoint({ admit, contract: contracts.deleteSession }, async ({ session }) =>
  signOut(deps, session),
);
