import * as contracts from '#lib/domain/auth/contracts.ts';
import { viewSession } from '#lib/domain/auth/get-session.ts';
import { dynamodb } from '#lib/platform/aws/clients.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import {
  sessionAuthenticator,
  consoleEndpoint,
  consoleVariables,
} from '#lib/platform/http/console-endpoint.ts';

const config = readConfig({ TABLE_NAME: text, ...consoleVariables });
const table = openTable(dynamodb(), config.TABLE_NAME);
const admit = sessionAuthenticator(table, config);

export const handler = consoleEndpoint({ admit, contract: contracts.getSession }, async ({ session }) =>
  viewSession(session),
);
