import { type IncomingMessage, request, type RequestListener, type ServerResponse } from 'node:http';
import { payBySavedCard, savedCards } from './saved-cards.ts';

type Options = {
  /** The URL of the portal. */
  readonly url: string;
  readonly emulatorPort: number;
};

const html = (returnUrl: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Customer portal</title><p>Stripe shows payment methods, invoices and subscriptions here. The emulator has none.</p><p><a href="${returnUrl.replaceAll('"', '&quot;')}">Back</a></p>`;

const bodyOf = async (incoming: IncomingMessage): Promise<string> =>
  Buffer.concat(await incoming.toArray()).toString();

const answer = (response: ServerResponse, type: string, body: string): void => {
  response.writeHead(200, { 'content-type': type }).end(body);
};

/** Forwards a request to the emulator, and the emulator's response to the client. */
const pass = (incoming: IncomingMessage, response: ServerResponse, port: number): void => {
  const { method, url: path, headers } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    answered.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
};

/** Adds features that the emulator lacks: an empty customer portal, an empty list of subscriptions, and a saved card. */
export const portal = ({ url, emulatorPort }: Options): RequestListener => {
  const seen = new Map<string, Promise<string>>();
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', url);
    if (pathname === '/portal')
      return answer(response, 'text/html', html(searchParams.get('return_url') ?? '/'));
    if (pathname === '/v1/subscriptions')
      return answer(response, 'application/json', '{"object":"list","has_more":false,"data":[]}');
    if (pathname === '/v1/payment_methods') return answer(response, 'application/json', savedCards);
    if (pathname === '/v1/payment_intents' && incoming.method === 'POST') {
      const paid = await payBySavedCard({ emulatorPort, seen }, incoming, await bodyOf(incoming));
      return answer(response, 'application/json', paid);
    }
    if (pathname !== '/v1/billing_portal/sessions') return pass(incoming, response, emulatorPort);
    const back = new URLSearchParams(await bodyOf(incoming)).get('return_url') ?? '';
    const session = `${url}/portal?${new URLSearchParams({ return_url: back }).toString()}`;
    answer(response, 'application/json', JSON.stringify({ object: 'billing_portal.session', url: session }));
  };
  return (incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  };
};
