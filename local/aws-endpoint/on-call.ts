import type { IncomingMessage } from 'node:http';
import type { Identity } from '../access/identities.ts';

/** A call of AWS that a function makes, as the endpoint sees it. */
export type FunctionCall = {
  functionName: string;
  /** Id of the process that makes it. */
  worker: string;
  /** `after`: it took effect, but its caller has not been told; of S3 it may have been. */
  phase: 'before' | 'after';
  /** "dynamodb", "sqs", "secretsmanager" or "s3" */
  service: string;
  /** "UpdateItem"; of S3 the HTTP method. */
  operation: string;
  /** What it is about: the body, of S3 path and query. */
  subject: string;
};

/** Decides at each call whether the process that makes it shall die there. */
export type OnCall = (call: FunctionCall) => 'kill' | undefined;

/** Asks about one phase of a call; true when the caller is dead. */
export type Interruption = (phase: FunctionCall['phase'], subject: string) => boolean;

type Caller = { identity: Identity | undefined; service: string; operation: string };

/** Ties a request to the process that sent it; nobody is asked about requests that no function sends. */
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
