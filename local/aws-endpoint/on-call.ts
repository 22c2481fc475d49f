import type { IncomingMessage } from 'node:http';
import type { Identity } from '../access/identities.ts';

/** An AWS call of a function, as seen by the endpoint. */
export type FunctionCall = {
  readonly functionName: string;
  /** Id of the calling process. */
  readonly worker: string;
  /** `after`: the call took effect, but its caller has no response yet. An S3 caller may have it. */
  readonly phase: 'before' | 'after';
  /** "dynamodb", "sqs", "secretsmanager" or "s3" */
  readonly service: string;
  /** "UpdateItem", or the HTTP method for S3. */
  readonly operation: string;
  /** The request body, or path and query for S3. */
  readonly subject: string;
};

/** Decides at each call whether to kill the calling process. */
export type OnCall = (call: FunctionCall) => 'kill' | undefined;

/** Runs `OnCall` for one phase. Returns true if the caller was killed. */
export type Interruption = (phase: FunctionCall['phase'], subject: string) => boolean;

type Caller = {
  readonly identity: Identity | undefined;
  readonly service: string;
  readonly operation: string;
};

/** Finds the process that sent a request. Requests that are not from functions are never interrupted. */
export const interruptionOf = (
  request: IncomingMessage,
  { identity, service, operation }: Caller,
  onCall: ((call: FunctionCall) => boolean) | undefined,
): Interruption => {
  const [, worker] = /\bParent=(\w+)/.exec(request.headers['x-amzn-trace-id']?.toString() ?? '') ?? [];
  if (!onCall || !identity || worker === undefined) return () => false;
  const functionName = identity.arn.slice(identity.arn.lastIndexOf('/') + 1);
  return (phase, subject) => onCall({ functionName, worker, phase, service, operation, subject });
};
