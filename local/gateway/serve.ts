import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readBody } from '../aws-endpoint/read-body.ts';
import { payloadMaxBytes } from '../lambda/pool.ts';
import type { HttpApi } from './from-template.ts';
import { eventOf } from './event.ts';
import { invokeWithTimeout, type PoolOf } from './invoke.ts';
import { functionFailed, gatewayMessage, replyOf, type HttpReply } from './response.ts';
import { matchRoute } from './routes.ts';

export const bodyMaxBytes = 10 * 1024 * 1024;

type GatewayDeps = {
  readonly poolOf: PoolOf;
  readonly now: () => Date;
  /** Called with the cause of a 500 that is not a failed invocation, which the pool reports. */
  readonly onFailure: (cause: string) => void;
};

/** Answers HTTP requests like an API Gateway HTTP API, with the functions of its routes. */
export const serveHttpApi =
  (api: HttpApi, deps: GatewayDeps): RequestListener =>
  (request, response) => {
    const failed = (error: unknown): HttpReply => {
      deps.onFailure(`${request.method} ${request.url?.split('?')[0]}: ${String(error)}`);
      return functionFailed;
    };
    void answer(api, request, deps)
      .catch(failed)
      .then((reply) => send(response, reply))
      // Node refuses to send invalid headers of a function.
      .catch((error: unknown) => send(response, failed(error)));
  };

/** Sends a reply with the headers that API Gateway adds. */
export const send = (response: ServerResponse, { status, headers, body }: HttpReply): void => {
  const length = status === 204 ? {} : { 'content-length': body.length };
  response.writeHead(status, { ...headers, 'apigw-requestid': randomUUID(), ...length }).end(body);
};

/** The body exceeds the gateway's limit or the limit of an event, where base64 makes it a third larger. */
const tooLong = gatewayMessage(413, 'Request Too Long');

const answer = async (
  api: HttpApi,
  message: IncomingMessage,
  { poolOf, now }: GatewayDeps,
): Promise<HttpReply> => {
  const [path = '', query = ''] = (message.url ?? '').split(/\?(.*)/s);
  const body = await readBody(message, bodyMaxBytes);
  if (!body) return tooLong;
  const match = matchRoute(api.routes, message.method ?? '', path);
  if (!match) return gatewayMessage(404, 'Not Found');
  const event = JSON.stringify(eventOf({ message, path, query, body, at: now() }, match, api));
  if (Buffer.byteLength(event) > payloadMaxBytes) return tooLong;
  const outcome = await invokeWithTimeout(match.route.target, event, poolOf);
  if (!outcome) return gatewayMessage(503, 'Service Unavailable');
  if ('error' in outcome) return functionFailed;
  const reply = replyOf(outcome.result);
  if (reply === functionFailed)
    throw new Error(`${match.route.target.functionName} did not return an HTTP response.`);
  return reply;
};
