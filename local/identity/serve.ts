import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import * as z from 'zod';
import { readBody } from '../aws-endpoint/read-body.ts';
import type { Deployment } from '../template/deployment.ts';
import { failurePage, pageHeaders, signInPage } from './pages.ts';
import type { Client, ProviderOptions } from './provider.ts';

// Literals list what is supported here. Any other value fails at start instead of being ignored.
const ClientProperties = z.object({
  AllowedOAuthFlows: z.tuple([z.literal('code')]),
  CallbackURLs: z.array(z.string()),
  LogoutURLs: z.array(z.string()),
  GenerateSecret: z.literal(false),
});

const clientOf = (deployment: Deployment): Client | undefined => {
  const [client, ...more] = deployment.ofType('AWS::Cognito::UserPoolClient');
  if (more.length > 0) throw new Error('The template must have at most one user pool client.');
  if (!client) return undefined;
  const { CallbackURLs, LogoutURLs } = client.properties(ClientProperties);
  return { id: client.name, callbackUrls: CallbackURLs, logoutUrls: LogoutURLs };
};

const maxFormBytes = 10_000;
const email = z.string().trim().toLowerCase().max(254).pipe(z.email());

type OpenOptions = ProviderOptions & {
  /** Called before the person returns to the console. */
  readonly onSignIn?: ((email: string) => Promise<void>) | undefined;
};

const open = async ({ onSignIn, ...options }: OpenOptions): Promise<RequestListener> => {
  const { createProvider } = await import('./provider.ts');
  const provider = createProvider(options);
  const serve = provider.callback();
  const headers = pageHeaders(options.client.callbackUrls.map((url) => new URL(url).origin));
  const send = (response: ServerResponse, status: number, html: string): void => {
    response.writeHead(status, headers).end(html);
  };

  /** Shows the sign-in page and accepts its form. */
  const signIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await provider.interactionDetails(request, response);
    if (request.method !== 'POST') return send(response, 200, signInPage());
    const form = new URLSearchParams((await readBody(request, maxFormBytes))?.toString());
    const parsed = email.safeParse(form.get('email'));
    if (!parsed.success) return send(response, 400, signInPage('Enter a valid email address.'));
    await onSignIn?.(parsed.data);
    await provider.interactionFinished(request, response, { login: { accountId: parsed.data } });
  };

  return (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void serve(request, response);
    void signIn(request, response).catch(() => send(response, 400, failurePage()));
  };
};

type ServeOptions = Pick<OpenOptions, 'secret' | 'dataDir' | 'log' | 'onSignIn'>;

/** Replaces the template's user pool, if it has one. The provider loads slowly, so it is created at the first request. */
export const serveIdentity = (deployment: Deployment, options: ServeOptions): RequestListener => {
  const client = clientOf(deployment);
  const issuer = deployment.place.identityEndpoint;
  let opened: Promise<RequestListener> | undefined;
  return (request, response) => {
    if (!client) {
      response.writeHead(404).end();
      return;
    }
    opened ??= open({ issuer, client, ...options });
    void opened.then((serve) => serve(request, response));
  };
};
