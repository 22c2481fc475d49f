import type { IncomingMessage } from 'node:http';
import type { Identity } from '../access/identities.ts';
import { readBody } from './read-body.ts';
import type { Grant } from './required-grants.ts';
import { isSignedBy, type Claim } from './signature.ts';

// The request limit of DynamoDB, which is the largest of all services here.
const maxBodyBytes = 16 * 1024 * 1024;

/** The data of a request that a service reads. */
export type Request = { readonly headers: Record<string, string>; readonly body: Buffer };

export type Admitted = Request & { readonly identity: Identity };

/** The type and message of an AWS error. */
export type Refusal = { readonly type: string; readonly message: string };

export const tooLarge: Refusal = {
  type: 'RequestEntityTooLargeException',
  message: 'The request is too large.',
};
const unknownCaller: Refusal = {
  type: 'UnrecognizedClientException',
  message: 'The security token included in the request is invalid.',
};
const wrongSignature: Refusal = {
  type: 'InvalidSignatureException',
  message: 'The signature does not match the request, or is too old.',
};

type AdmitDeps = {
  readonly identities: ReadonlyMap<string, Identity>;
  readonly now: () => Date;
  /** The permissions that the request needs. */
  readonly grantsOf: (request: Request) => readonly Grant[];
};

/** Reads a request. Checks that its caller has signed it and has the permissions. */
export const admit = async (
  message: IncomingMessage,
  claim: Claim,
  { identities, now, grantsOf }: AdmitDeps,
): Promise<Admitted | Refusal> => {
  const headers = Object.fromEntries(
    Object.entries(message.headersDistinct).map(([name, values]) => [name, values?.join(',') ?? '']),
  );
  const body = await readBody(message, maxBodyBytes);
  if (!body) return tooLarge;
  const identity = identities.get(claim.accessKeyId);
  if (!identity || headers['x-amz-security-token'] !== identity.credentials.sessionToken) {
    return unknownCaller;
  }
  const { method = '', url = '' } = message;
  const signed = { method, path: url.split('?')[0] ?? '', headers, body, now: now() };
  if (!isSignedBy(identity.credentials.secretAccessKey, claim, signed)) return wrongSignature;
  const missing = grantsOf({ headers, body }).find((grant) => !identity.allows(grant));
  if (missing) return { type: 'AccessDeniedException', message: denial(identity, missing) };
  return { identity, headers, body };
};

const denial = ({ arn }: Identity, { action, resource }: Grant): string =>
  `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;
