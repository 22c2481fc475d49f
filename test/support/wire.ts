import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Readable } from 'node:stream';

/** One attempt of a DynamoDB call on the network. The SDK makes several attempts if a call fails. */
export type Attempt = {
  /** For example "UpdateItem". */
  readonly operation: string;
  readonly body: any;
  /** Identifies the call: the same object at each of its attempts. */
  readonly call: object;
};
type WireAnswer = { readonly response: any };

/** Puts `handle` between the SDK with its retries and the server. */
export const onWire = (
  client: DynamoDBClient,
  handle: (attempt: Attempt, send: () => Promise<WireAnswer>) => Promise<WireAnswer>,
): void => {
  client.middlewareStack.add(
    (next, call) => async (args: any) => {
      const operation = (call.commandName ?? '').replace(/Command$/, '');
      const body = JSON.parse(new TextDecoder().decode(args.request.body));
      return handle({ operation, body, call }, () => next(args));
    },
    { step: 'deserialize', priority: 'low' },
  );
};

/** An error response of DynamoDB. */
export const errorAnswer = (statusCode: number, type: string, fields: object = {}): WireAnswer => ({
  response: {
    statusCode,
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: Readable.from([JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, ...fields })]),
  },
});

/** A conflict with another writer. Transactions get a different error than single writes. */
export const conflictAnswer = ({ operation, body }: Attempt): WireAnswer =>
  operation === 'TransactWriteItems'
    ? errorAnswer(400, 'TransactionCanceledException', {
        CancellationReasons: body.TransactItems.map((_: unknown, at: number) => ({
          Code: at === 0 ? 'TransactionConflict' : 'None',
        })),
      })
    : errorAnswer(400, 'TransactionConflictException');

/** The error of the SDK's HTTP handler when the connection breaks. */
export const connectionReset = (): Error =>
  Object.assign(new Error('socket hang up'), { name: 'TimeoutError', code: 'ECONNRESET' });
