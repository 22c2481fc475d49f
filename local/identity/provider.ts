import { createHmac } from 'node:crypto';
import { Provider, type Context, type Grant } from 'oidc-provider';
// The default store is the same one with a warning. The package does not export it, so package.json pins the exact version.
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { failurePage, pageHeaders, signedOutPage, signOutPage } from './pages.ts';
import { signingKey } from './signing-key.ts';

/** The OpenID client in the template. */
export type Client = { readonly id: string; readonly callbackUrls: string[]; readonly logoutUrls: string[] };

export type ProviderOptions = {
  readonly issuer: string;
  readonly client: Client;
  readonly secret: string;
  /** The folder of the signing key. If undefined, the key is in memory. */
  readonly dataDir: string | undefined;
  readonly log: (line: string) => void;
};

const scopes = 'openid email profile';

const show = (ctx: Context, html: string, { callbackUrls }: Client): void => {
  const headers = pageHeaders(callbackUrls.map((url) => new URL(url).origin));
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value);
  ctx.body = html;
};

/** Grants the console its scopes without a consent page, because it is the only client. */
const grantOf = async ({ oidc: { client, session, provider } }: Context): Promise<Grant> => {
  const id = session.grantIdFor(client.clientId);
  const existing = id === undefined ? undefined : await provider.Grant.find(id);
  if (existing) return existing;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(scopes);
  await grant.save();
  return grant;
};

/** The account id is the email address, so accounts need no storage and stay the same after a restart. */
const findAccount = async (_ctx: Context, email: string) => ({
  accountId: email,
  claims: async () => ({ sub: email, email, email_verified: true, name: email.split('@')[0] }),
});

/** An OpenID provider that replaces Cognito and accepts any email address. */
export const createProvider = ({ issuer, client, secret, dataDir, log }: ProviderOptions): Provider => {
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    jwks: { keys: [{ ...signingKey(dataDir), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [createHmac('sha256', secret).update('identity cookies').digest('hex')] },
    clients: [
      {
        client_id: client.id,
        redirect_uris: client.callbackUrls,
        post_logout_redirect_uris: client.logoutUrls,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    scopes: scopes.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    findAccount,
    loadExistingGrant: grantOf,
    renderError: async (ctx: Context) => show(ctx, failurePage(), client),
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 300,
      Interaction: 600,
      Session: 86_400,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx: Context, form: string) => show(ctx, signOutPage(form), client),
        postLogoutSuccessSource: async (ctx: Context) => show(ctx, signedOutPage(), client),
      },
    },
  });
  provider.on('server_error', (_ctx, error) => log(`identity: ${error.stack}`));
  return provider;
};
