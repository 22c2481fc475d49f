import * as contracts from '#lib/auth/contracts.ts';
import { identityVariables, openIdentityProvider } from '#lib/auth/sign-in/identity-provider.ts';
import { signOut } from '#lib/auth/sign-out.ts';
import { dynamodb } from '#lib/aws/clients.ts';
import { openTable } from '#lib/aws/table.ts';
import { readConfig, text } from '#lib/config.ts';
import { consoleAdmission, consoleEndpoint, consoleVariables } from '#lib/http/console-endpoint.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables, ...identityVariables });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = consoleAdmission(table, config);
const provider = openIdentityProvider(config);
const deps = { table, provider, now: () => new Date() };

export const handler = consoleEndpoint({ admit, contract: contracts.deleteSession }, async ({ session }) =>
  signOut(deps, session),
);
