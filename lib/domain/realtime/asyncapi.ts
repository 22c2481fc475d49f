import type * as z from 'zod';
import { collectSchemas, type Json } from '#lib/platform/openapi/schemas.ts';
import { ClientMessage, GatewayError, ServerEvent, subprotocol } from './protocol.ts';

const description = `
The WebSocket of a realtime session. \`POST /v1/realtime/sessions\` gives its address and the one secret that opens it; see
[/v1/openapi.json](/v1/openapi.json).

- Connect with the subprotocols \`${subprotocol}\` and the credential: \`client_secret\` first, the latest \`resume.token\` after that. A server
 may send it as \`Authorization: Bearer\`. \`websocket_url\` already has a query; append \`&after=\` with the \`id\` of the last durable event that the client has.
- Send audio after \`session.started\`, from its \`next_offset\` on. Keep it until \`audio.ack\` has passed it.
- \`finalize\` and \`finish\` apply at their \`offset\`, or without it at the end of the audio that is stored when they arrive.
- If the connection closes before \`session.finished\`, or if nothing comes for 30 s although you sent a \`ping\`, connect again.
 Durable events, those with an \`id\`, are then sent again: ignore the ones you have, and hold an early one until those before it have arrived.
- Do not connect again after an \`error\` that is \`fatal\` and not \`retryable\`, such as \`connection_replaced\`: another client has connected, and two would replace each other for ever.
- A message without \`type\` comes from API Gateway itself: one of yours was not stored. Send \`finalize\` and \`finish\` again; this has no effect if they were stored.
- Ignore events and fields that you do not know.
`.trim();

type Message = { readonly name: string; readonly schema: z.ZodType };

/** The types of messages, each with its name in the document. */
const messagesOf = (schemas: readonly z.ZodType[]): Message[] =>
  schemas.map((schema) => ({ name: schema.meta()?.id ?? '', schema }));

const refs = (start: string, messages: readonly Message[]): Json[] =>
  messages.map(({ name }) => ({ $ref: `${start}/${name}` }));

/** The AsyncAPI 3.0 document of the WebSocket, from the schemas that check its messages. */
export const asyncApiDocument = () => {
  const schemas = collectSchemas();
  const sent = messagesOf(ClientMessage.options);
  const received = messagesOf([...ServerEvent.options, GatewayError]);
  const messages = Object.fromEntries([
    ...sent.map(({ name, schema }) => [name, { payload: schemas.request(schema) }]),
    ...received.map(({ name, schema }) => [name, { payload: schemas.response(schema) }]),
  ]);
  const channel = { $ref: '#/channels/session' };
  return {
    asyncapi: '3.0.0' as const,
    info: { title: 'Earshot realtime', version: '1', description },
    defaultContentType: 'application/json',
    channels: {
      session: {
        address: '{websocket_url}',
        description: 'The connection of a session.',
        parameters: {
          websocket_url: { description: 'The `websocket_url` of the created session, without its scheme.' },
        },
        messages: Object.fromEntries(
          [...sent, ...received].map(({ name }) => [name, { $ref: `#/components/messages/${name}` }]),
        ),
      },
    },
    operations: {
      send: { action: 'send', channel, messages: refs('#/channels/session/messages', sent) },
      receive: { action: 'receive', channel, messages: refs('#/channels/session/messages', received) },
    },
    components: { messages, schemas: schemas.named() },
  };
};
