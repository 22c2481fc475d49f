import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import type { Clock } from '../events/clock.ts';
import { invokeWithTimeout, type PoolOf } from '../gateway/invoke.ts';
import { gatewayMessage, type HttpReply } from '../gateway/response.ts';
import type { Outcome } from '../lambda/protocol.ts';
import { decisionOf } from './authorize.ts';
import { authorizerEvent, type Client, clientOf, connectArn, connectEvent } from './event.ts';
import type { WebSocketApi } from './from-template.ts';

type HandshakeDeps = { readonly poolOf: PoolOf; readonly clock: Clock };

/** The client that may connect with a subprotocol, or the reply that refuses it. */
type Handshake =
  | { readonly client: Client; readonly subprotocol: string | undefined }
  | { readonly refusal: HttpReply };

const authorizerTimeoutMs = 29_000;

/** Asks the authorizer and then `$connect` about a client (API Gateway guide, "The $connect route"). */
export const shakeHands = async (
  api: WebSocketApi,
  message: IncomingMessage,
  { poolOf, clock }: HandshakeDeps,
): Promise<Handshake> => {
  if ((message.url ?? '').split('?')[0] !== `/${api.stage}`)
    return { refusal: gatewayMessage(403, 'Forbidden') };
  const stranger = clientOf(message, newConnectionId(), clock.now());
  const authorizer = { functionName: api.authorizer, timeoutMs: authorizerTimeoutMs };
  const asked = JSON.stringify(authorizerEvent(api, stranger, message));
  const decision = decisionOf(await invokeWithTimeout(authorizer, asked, poolOf), connectArn(api));
  if ('refusal' in decision) return decision;
  const client = { ...stranger, authorizer: decision.context };
  const event = JSON.stringify(connectEvent(api, client, message));
  const answer = answerOf(await invokeWithTimeout(api.connect, event, poolOf));
  if (!answer) return { refusal: gatewayMessage(502, 'Internal server error') };
  if (answer.statusCode >= 300) return { refusal: refusalOf(answer) };
  return { client, subprotocol: headerOf(answer, 'sec-websocket-protocol') };
};

/** An id like AWS's, which must be encoded in paths. */
const newConnectionId = (): string => `${randomBytes(11).toString('base64url')}=`;

const Answer = z.object({
  statusCode: z.int().min(100).max(599),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(''),
});
type Answer = z.infer<typeof Answer>;

const answerOf = (outcome: Outcome | undefined): Answer | undefined =>
  outcome && 'result' in outcome ? Answer.safeParse(JSON.parse(outcome.result)).data : undefined;

const headerOf = ({ headers }: Answer, wanted: string): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1];

const refusalOf = ({ statusCode, body }: Answer): HttpReply => ({
  status: statusCode,
  headers: {},
  body: Buffer.from(body),
});
