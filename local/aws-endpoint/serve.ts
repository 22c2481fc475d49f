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

// DynamoDB's own limit of a request, the larger of the two services'.
const maxBodyBytes = 16 * 1024 * 1024;

type Endpoint = {
  place: Place;
  identities: ReadonlyMap<string, Identity>;
  s3: LocalS3;
  dynamodb: { serve: JsonService };
  tables: readonly Table[];
  sqs: { serve: JsonService };
  secrets: JsonService;
  kms: JsonService;
  now: () => Date;
  /** Is told of each phase of a function's call; true when it has ended the process that makes it. */
  onCall?: ((call: FunctionCall) => boolean) | undefined;
};

type Backing = {
  service: JsonService;
  grants: (operation: string, body: unknown, place: Place) => Grant[];
};

/**
 * The one address of every AWS service: the credential scope of the signature says which service is meant, the access
 * key says who asks. A request without such a header can only be S3's: a form, a presigned URL, a preflight.
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
  { s3, identities, claim, onCall }: Endpoint & { claim: Claim | undefined },
): Promise<void> => {
  const { url = '', method = '' } = request;
  const identity = identities.get(claim?.accessKeyId ?? '');
  const isCallerDead = interruptionOf(request, { identity, service: 's3', operation: method }, onCall);
  if (isCallerDead('before', url)) return void response.destroy();
  await s3.handle(request, response);
  isCallerDead('after', url);
};

type Asked = Endpoint & { claim: Claim; backing: Backing };

const serveJson = async (request: IncomingMessage, asked: Asked): Promise<JsonReply> => {
  const { claim, backing, identities, place } = asked;
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
  if (!isSignedBy(identity.credentials.secretAccessKey, claim, { headers, body, now: asked.now() })) {
    return refusal(
      400,
      'InvalidSignatureException',
      'The signature is not that of this request, or too old.',
    );
  }
  const target = headers['x-amz-target'] ?? '';
  const operation = target.slice(target.indexOf('.') + 1);
  const refused = backing.grants(operation, parseJson(body), place).find((grant) => !identity.allows(grant));
  if (refused) return refusal(400, 'AccessDeniedException', denial(identity, refused));
  const isCallerDead = interruptionOf(request, { identity, service: claim.service, operation }, asked.onCall);
  if (isCallerDead('before', body.toString())) return refusal(500, 'InternalFailure', 'The caller is dead.');
  const reply = await backing.service(headers, body);
  isCallerDead('after', body.toString());
  return reply;
};

/** A body that is no JSON names no resource; what becomes of it is the service's to say. */
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
