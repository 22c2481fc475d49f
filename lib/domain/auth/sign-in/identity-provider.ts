import * as client from 'openid-client';
import * as z from 'zod';
import { text } from '#lib/platform/config.ts';
import { derivedId } from '#lib/platform/ids.ts';
import type { User } from '../session.ts';
import type { Flow } from './flow.ts';

/** An OpenID provider, as the console uses it. Each call may reject when it is out of reach. */
export interface IdentityProvider {
  /** Where a browser goes to prove who sits before it. */
  authorizationUrl(flow: Flow): Promise<string>;
  /** Who it was, by the address the browser came back to. Rejects unless all of it belongs to this flow. */
  userOf(callback: URL, flow: Flow): Promise<User>;
  /** Where a browser goes to sign out there too; null when the provider has no such place. */
  endSessionUrl(): Promise<string | null>;
}

/** What `readConfig` has to read for `openIdentityProvider`. */
export const identityVariables = {
  CONSOLE_ORIGIN: text,
  OIDC_ISSUER: text,
  OIDC_CLIENT_ID: text,
  /** Whose subjects are told apart: what stays the same when the issuer moves to another address. */
  OIDC_REALM: text,
};

type Variables = Readonly<Record<keyof typeof identityVariables, string>>;

const Claims = z.object({
  sub: z.string().min(1),
  email: z.string().max(320).default(''),
  name: z.string().max(200).optional(),
});

const timeoutSeconds = 5;
const loopback: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/** Only the provider of the laptop speaks plain HTTP, and that with nobody else. */
const isOfLaptop = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && loopback.includes(hostname);

const discover = async ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
}: Variables): Promise<client.Configuration> => {
  const server = new URL(issuer);
  // The signature too, although the token comes straight from the provider by TLS.
  const execute = [client.enableNonRepudiationChecks];
  if (isOfLaptop(server)) execute.push(client.allowInsecureRequests);
  const options = { execute, timeout: timeoutSeconds };
  return client.discovery(server, clientId, undefined, client.None(), options);
};

/** The path of the console's own callback, which the provider has on its list. */
const callbackPath = '/api/platform/v1/sign-in/callback';

/** `IdentityProvider` by OpenID Connect discovery, as a public client with PKCE. Its tokens are read here and kept nowhere. */
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
      const tokens = await client.authorizationCodeGrant(await configuration(), callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const { sub, email, name } = Claims.parse(tokens.claims());
      return { id: derivedId('usr', [realm, sub]), email, name: name ?? email };
    },
    endSessionUrl: async () => {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      // Cognito has a name of its own for what others call post_logout_redirect_uri.
      const back = { post_logout_redirect_uri: `${origin}/`, logout_uri: `${origin}/` };
      return client.buildEndSessionUrl(config, back).href;
    },
  };
};
