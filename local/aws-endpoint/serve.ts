import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Identity } from '../access/identities.ts';
import { partitionKeyIn, type Table } from '../dynamodb/tables.ts';
import type { LocalS3 } from '../s3/s3.ts';
import type { Place } from '../template/attributes.ts';
import { type Admitted, admit, type Refusal, tooLarge } from './admit.ts';
import type { JsonReply, JsonService } from './json-service.ts';
import { type FunctionCall, interruptionOf } from './on-call.ts';
import { dynamoDbGrants, type Grant, kmsGrants, secretGrants, sqsGrants } from './required-grants.ts';
import { restError, type RestService } from './rest-service.ts';
import { parseClaim, type Claim } from './signature.ts';

type Endpoint = {
  readonly place: Place;
  readonly identities: ReadonlyMap<string, Identity>;
  readonly s3: LocalS3;
  readonly dynamodb: { readonly serve: JsonService };
  readonly tables: readonly Table[];
  readonly sqs: { readonly serve: JsonService };
  readonly secrets: JsonService;
  readonly kms: JsonService;
  /** Services of the "REST JSON" protocol, by the name in the credential scope. */
  readonly rest: Readonly<Record<string, RestService>>;
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
  const answer = (request: IncomingMessage, claim: Claim | undefined): Promise<JsonReply> | undefined => {
    const backing = claim && backings[claim.service];
    if (backing) return serveJson(request, { ...endpoint, claim, backing });
    const service = claim && endpoint.rest[claim.service];
    return service && serveRest(request, { ...endpoint, claim, service });
  };
  return (request, response) => {
    const claim = parseClaim(request.headers.authorization);
    const served =
      answer(request, claim)?.then((reply) => send(response, reply)) ??
      serveS3(request, response, { ...endpoint, claim });
    served.catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else send(response, jsonError(500, { type: 'InternalFailure', message: String(error) }));
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

type Claimed = Endpoint & { readonly claim: Claim };

const operationOf = (headers: Record<string, string>): string => {
  const target = headers['x-amz-target'] ?? '';
  return target.slice(target.indexOf('.') + 1);
};

const serveJson = async (
  request: IncomingMessage,
  { backing, ...context }: Claimed & { readonly backing: Backing },
): Promise<JsonReply> => {
  const admitted = await admit(request, context.claim, {
    ...context,
    grantsOf: ({ headers, body }) => backing.grants(operationOf(headers), parseJson(body), context.place),
  });
  if (!('identity' in admitted)) return jsonError(admitted === tooLarge ? 413 : 400, admitted);
  const call = { operation: operationOf(admitted.headers), subject: admitted.body.toString() };
  const run = () => backing.service(admitted.headers, admitted.body);
  return interruptibly(request, { ...context, ...admitted, ...call, run });
};

const serveRest = async (
  request: IncomingMessage,
  { service, ...context }: Claimed & { readonly service: RestService },
): Promise<JsonReply> => {
  const { method = '', url = '' } = request;
  const call = service(method, url.split('?')[0] ?? '');
  const admitted = await admit(request, context.claim, {
    ...context,
    grantsOf: ({ body }) => (call ? [typeof call.grant === 'function' ? call.grant(body) : call.grant] : []),
  });
  if (!('identity' in admitted))
    return restError(admitted === tooLarge ? 413 : 403, admitted.type, admitted.message);
  if (!call) return restError(404, 'UnknownOperationException', `${method} is not supported here.`);
  const { operation } = call;
  const subject = `${url} ${admitted.body.toString()}`;
  return interruptibly(request, {
    ...context,
    ...admitted,
    operation,
    subject,
    run: () => call.run(admitted),
  });
};

type Interruptible = Claimed &
  Admitted & {
    readonly operation: string;
    readonly subject: string;
    readonly run: () => Promise<JsonReply>;
  };

/** Runs a call, unless `onCall` kills its caller before. */
const interruptibly = async (
  request: IncomingMessage,
  { identity, claim, operation, subject, run, onCall }: Interruptible,
): Promise<JsonReply> => {
  const isCallerDead = interruptionOf(request, { identity, service: claim.service, operation }, onCall);
  if (isCallerDead('before', subject))
    return jsonError(500, { type: 'InternalFailure', message: 'The caller is dead.' });
  const reply = await run();
  isCallerDead('after', subject);
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

const jsonError = (status: number, { type, message }: Refusal): JsonReply => ({
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
