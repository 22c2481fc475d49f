import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Identity } from '../access/identities.ts';
import { partitionKeyIn, type Table } from '../dynamodb/tables.ts';
import type { LocalS3 } from '../s3/s3.ts';
import type { Place } from '../template/attributes.ts';
import type { JsonReply, JsonService } from './json-service.ts';
import { type FunctionCall, interruptionOf } from './on-call.ts';
import { readBody } from './read-body.ts';
import { dynamoDbGrants, type Grant, kmsGrants, secretGrants, sqsGrants } from './required-grants.ts';
import { isSignedBy, parseClaim, type Claim } from './signature.ts';

// The request limit of DynamoDB, which is the largest of all services here.
const maxBodyBytes = 16 * 1024 * 1024;

type Endpoint = {
  readonly place: Place;
  readonly identities: ReadonlyMap<string, Identity>;
  readonly s3: LocalS3;
  readonly dynamodb: { readonly serve: JsonService };
  readonly tables: readonly Table[];
  readonly sqs: { readonly serve: JsonService };
  readonly secrets: JsonService;
  readonly kms: JsonService;
  readonly now: () => Date;
  /** Called at each phase of a function's call. Returns true if it killed the calling process. */
  readonly onCall?: ((call: FunctionCall) => boolean) | undefined;
};

type Backing = {
  readonly service: JsonService;
  readonly grants: (operation: string, body: unknown, place: Place) => Grant[];
};

/**
 * The single endpoint of all AWS services. The credential scope of the signature names the service, and the access key the
 * caller. A request without an Authorization header is for S3: a form, a presigned URL or a preflight.
 */
export const serveAws = (endpoint: Endpoint): RequestListener => {
  const backings: Record<string, Backing> = {
    dynamodb: {
      service: endpoint.dynamodb.serve,
      grants: (operation, body, place) =>
        dynamoDbGrants(operation, body, { place, partitionKeyOf: partitionKeyIn(endpoint.tables) }),
    },
    sqs: { service: endpoint.sqs.serve, grants: sqsGrants },
    secretsmanager: { service: endpoint.secrets, grants: secretGrants },
    kms: { service: endpoint.kms, grants: kmsGrants },
  };
  return (request, response) => {
    const claim = parseClaim(request.headers.authorization);
    const backing = claim && backings[claim.service];
    const served = backing
      ? serveJson(request, { ...endpoint, claim, backing }).then((reply) => send(response, reply))
      : serveS3(request, response, { ...endpoint, claim });
    served.catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, refusal(500, 'InternalFailure', String(error)));
    });
  };
};

const serveS3 = async (
  request: IncomingMessage,
  response: ServerResponse,
  { s3, identities, claim, onCall }: Endpoint & { readonly claim: Claim | undefined },
): Promise<void> => {
  const { url = '', method = '' } = request;
  const identity = identities.get(claim?.accessKeyId ?? '');
  const isCallerDead = interruptionOf(request, { identity, service: 's3', operation: method }, onCall);
  if (isCallerDead('before', url)) return void response.destroy();
  await s3.handle(request, response);
  isCallerDead('after', url);
};

type JsonRequest = Endpoint & { readonly claim: Claim; readonly backing: Backing };

const serveJson = async (request: IncomingMessage, context: JsonRequest): Promise<JsonReply> => {
  const { claim, backing, identities, place } = context;
  const headers = Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values]) => [name, values?.join(',') ?? '']),
  );
  const body = await readBody(request, maxBodyBytes);
  if (!body) return refusal(413, 'RequestEntityTooLargeException', 'The request is too large.');
  const identity = identities.get(claim.accessKeyId);
  if (!identity || headers['x-amz-security-token'] !== identity.credentials.sessionToken) {
    return refusal(
      400,
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    );
  }
  if (!isSignedBy(identity.credentials.secretAccessKey, claim, { headers, body, now: context.now() })) {
    return refusal(
      400,
      'InvalidSignatureException',
      'The signature does not match the request, or is too old.',
    );
  }
  const target = headers['x-amz-target'] ?? '';
  const operation = target.slice(target.indexOf('.') + 1);
  const refused = backing.grants(operation, parseJson(body), place).find((grant) => !identity.allows(grant));
  if (refused) return refusal(400, 'AccessDeniedException', denial(identity, refused));
  const isCallerDead = interruptionOf(
    request,
    { identity, service: claim.service, operation },
    context.onCall,
  );
  if (isCallerDead('before', body.toString())) return refusal(500, 'InternalFailure', 'The caller is dead.');
  const reply = await backing.service(headers, body);
  isCallerDead('after', body.toString());
  return reply;
};

/** Undefined if the body is not JSON. The service then refuses it. */
const parseJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};

const denial = ({ arn }: Identity, { action, resource }: Grant): string =>
  `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} because no identity-based policy allows the ${action} action`;

const refusal = (status: number, type: string, message: string): JsonReply => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  // Some clients read `Message`, some `message`.
  body: Buffer.from(
    JSON.stringify({ __type: `com.amazon.coral.service#${type}`, Message: message, message }),
  ),
});

const send = (response: ServerResponse, { status, headers, body }: JsonReply): void => {
  response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
};
