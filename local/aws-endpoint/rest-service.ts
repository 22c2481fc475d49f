import type { Request } from './admit.ts';
import type { JsonReply } from './json-service.ts';
import type { Grant } from './required-grants.ts';

/** A call of a "REST JSON" service. */
export type RestCall = {
  readonly operation: string;
  /** The permission that the call needs. It may depend on the body. */
  readonly grant: Grant | ((body: Buffer) => Grant);
  readonly run: (request: Request) => Promise<JsonReply>;
};

/**
 * A service that identifies its operations by method and path. Undefined if it has no operation for them. `path` is
 * percent-encoded.
 */
export type RestService = (method: string, path: string) => RestCall | undefined;

export const restReply = (status: number, body?: object): JsonReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
});

/** An error response. `type` is AWS's name for the error. */
export const restError = (status: number, type: string, message: string): JsonReply => ({
  status,
  headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
  body: Buffer.from(JSON.stringify({ message })),
});
