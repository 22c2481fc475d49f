import * as contracts from '#lib/domain/auth/contracts.ts';
import { identityVariables, openIdentityProvider } from '#lib/domain/auth/sign-in/identity-provider.ts';
import { startSignIn } from '#lib/domain/auth/sign-in/start-sign-in.ts';
import { secretsManager } from '#lib/platform/aws/clients.ts';
import { secretReader } from '#lib/platform/aws/secret.ts';
import { readConfig, text } from '#lib/platform/config.ts';
import { visitorEndpoint } from '#lib/platform/http/console-endpoint.ts';

const config = readConfig({ SIGN_IN_SECRET_ARN: text, ...identityVariables });
const secret = secretReader(secretsManager(), config.SIGN_IN_SECRET_ARN);
const provider = openIdentityProvider(config);
const deps = { provider, secret, now: () => new Date() };

export const handler = visitorEndpoint(contracts.startSignIn, async (_event, query) =>
  startSignIn(deps, query.return_to),
);
