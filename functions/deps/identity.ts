import {
  type IdentityProvider,
  identityVariables,
  openIdentityProvider,
} from '#lib/domain/auth/sign-in/identity-provider.ts';
import { secretsManager } from '#lib/platform/aws/clients.ts';
import { withSecret } from '#lib/platform/aws/secret.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';

export const liveIdentityProvider = (): IdentityProvider =>
  openIdentityProvider(readConfig(identityVariables));

/** Reads the secret that signs the cookie of a sign-in. */
export const liveSignInSecret = (): (() => Promise<string>) =>
  withSecret(
    secretsManager(),
    readConfig({ SIGN_IN_SECRET_ARN: textVariable }).SIGN_IN_SECRET_ARN,
    (secret) => secret,
  );
