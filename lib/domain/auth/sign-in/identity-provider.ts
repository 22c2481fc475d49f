import * as client from 'openid-client';
import * as z from 'zod';
import { textVariable } from '#lib/platform/config.ts';
import { type User, userIdOf } from '../session.ts';
import type { Flow } from './flow.ts';

/** An OpenID Connect provider. Each call may reject when the provider is unreachable. */
export interface IdentityProvider {
  /** The page where a person signs in. */
  authorizationUrl(flow: Flow): Promise<string>;
  /** The person for a callback URL. Rejects unless every parameter belongs to this flow. */
  userOf(callback: URL, flow: Flow): Promise<User>;
  /** The page that ends the provider's own session; null when the provider has none. */
  endSessionUrl(): Promise<string | null>;
}

/** The variables of `openIdentityProvider`, for `readConfig`. */
export const identityVariables = {
  CONSOLE_ORIGIN: textVariable,
  OIDC_ISSUER: textVariable,
  OIDC_CLIENT_ID: textVariable,
  /** Namespace of user ids, which stays the same when the issuer's URL changes. */
  OIDC_REALM: textVariable,
};

type Variables = Readonly<Record<keyof typeof identityVariables, string>>;

const Claims = z.object({
  sub: z.string().min(1),
  email: z.string().max(320).default(''),
  name: z.string().max(200).optional(),
});

const timeoutSeconds = 5;
const loopback: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/** Plain HTTP is allowed for the laptop's provider only. */
const isOfLaptop = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && loopback.includes(hostname);

const discover = async ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
}: Variables): Promise<client.Configuration> => {
  const server = new URL(issuer);
  // Verifies the signature too, although the token comes straight from the provider over TLS.
  const execute = [client.enableNonRepudiationChecks];
  if (isOfLaptop(server)) execute.push(client.allowInsecureRequests);
  const options = { execute, timeout: timeoutSeconds };
  return client.discovery(server, clientId, undefined, client.None(), options);
};

/** The error for a code that the provider refused. Adds the reason, which the library omits from the message. */
const explained = (error: unknown): unknown =>
  error instanceof client.ResponseBodyError
    ? new Error(`The identity provider refused: ${error.status} ${error.error}`, { cause: error })
    : error;

/** The console's callback path, registered at the provider. */
const callbackPath = '/api/platform/v1/sign-in/callback';

/** `IdentityProvider` by OpenID Connect discovery, as a public client with PKCE. Its tokens are read once and not stored. */
export const openIdentityProvider = (variables: Variables): IdentityProvider => {
  const { CONSOLE_ORIGIN: origin, OIDC_REALM: realm } = variables;
  let discovered: Promise<client.Configuration> | undefined;
  const configuration = (): Promise<client.Configuration> => {
    discovered ??= discover(variables).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };

  return {
    authorizationUrl: async ({ state, nonce, verifier }) => {
      const parameters = {
        redirect_uri: origin + callbackPath,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      };
      return client.buildAuthorizationUrl(await configuration(), parameters).href;
    },
    userOf: async (callback, { state, nonce, verifier }) => {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      const tokens = await client
        .authorizationCodeGrant(await configuration(), callback, { ...checks, idTokenExpected: true })
        .catch((error: unknown) => {
          throw explained(error);
        });
      const { sub, email, name } = Claims.parse(tokens.claims());
      return { id: userIdOf(realm, sub), email, name: name ?? email };
    },
    endSessionUrl: async () => {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      // Cognito uses logout_uri in place of the standard post_logout_redirect_uri.
      const redirects = { post_logout_redirect_uri: `${origin}/`, logout_uri: `${origin}/` };
      return client.buildEndSessionUrl(config, redirects).href;
    },
  };
};
