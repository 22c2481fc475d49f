import * as contracts from '#lib/auth/contracts.ts';
import { identityVariables, openIdentityProvider } from '#lib/auth/sign-in/identity-provider.ts';
import { startSignIn } from '#lib/auth/sign-in/start-sign-in.ts';
import { secretsManager } from '#lib/aws/clients.ts';
import { secretReader } from '#lib/aws/secret.ts';
import { readConfig, text } from '#lib/config.ts';
import { visitorEndpoint } from '#lib/http/console-endpoint.ts';

const config = readConfig({ SIGN_IN_SECRET_ARN: text, ...identityVariables });
const secret = secretReader(secretsManager(), config.SIGN_IN_SECRET_ARN);
const provider = openIdentityProvider(config);
const deps = { provider, secret, now: () => new Date() };

export const handler = visitorEndpoint(contracts.startSignIn, async (_event, query) =>
  startSignIn(deps, query.return_to),
);
