import * as client from 'openid-client';
import { AppError } from '#lib/platform/errors.ts';
import type { Redirect } from '#lib/platform/http/contract.ts';
import { log } from '#lib/platform/log.ts';
import { flowToCookie } from './flow.ts';
import type { IdentityProvider } from './identity-provider.ts';

export type StartSignInDeps = {
  readonly provider: Pick<IdentityProvider, 'authorizationUrl'>;
  /** The key that signs the cookie. */
  readonly secret: () => Promise<string>;
  readonly now: () => Date;
};

const unreachable = (cause: unknown) =>
  new AppError('service_unavailable', 'The sign-in service is unreachable. Try again in a few seconds.', {
    headers: { 'retry-after': '5' },
    cause,
  });

/** Sends a browser to the identity provider, with a cookie that identifies the attempt. */
export const startSignIn = async (
  { provider, secret, now }: StartSignInDeps,
  returnTo: string,
): Promise<Redirect> => {
  const flow = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    returnTo,
    startedAt: now().toISOString(),
  };
  const cookie = flowToCookie(flow, await secret());
  try {
    return { location: await provider.authorizationUrl(flow), cookies: [cookie] };
  } catch (error) {
    log.error('sign_in.failed', error);
    throw unreachable(error);
  }
};
