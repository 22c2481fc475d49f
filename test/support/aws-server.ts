import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { JsonService } from '#local/aws-endpoint/json-service.ts';
import { parseClaim } from '#local/aws-endpoint/signature.ts';
import { listen } from '#local/ports.ts';

/** One attempt of an SDK, as seen by the server. */
export type AwsCall = {
  /** "dynamodb", "s3" or "sqs" */
  readonly service: string;
  /** "UpdateItem", or the method of an S3 call. */
  readonly operation: string;
  /** Path and body, to search for ids. */
  readonly text: string;
};

/** The faults of a call. */
export const awsFaults = [
  'connection reset',
  'reply lost',
  'reply cut short',
  'throttled',
  'server error',
  'unavailable',
  'hung up on',
  'in conflict',
] as const;
export type AwsFault = (typeof awsFaults)[number];

type Answer = {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
};

const json = (status: number, content: object): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: JSON.stringify(content),
});
const s3Error = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`,
});
const failure = (service: string, status: number, code: string, fields: object = {}): Answer =>
  service === 's3' ? s3Error(status, code) : json(status, { __type: `com.amazonaws#${code}`, ...fields });

const refusals: Partial<Record<AwsFault, (call: AwsCall) => Answer>> = {
  throttled: ({ service }) =>
    service === 's3'
      ? failure(service, 503, 'SlowDown')
      : failure(service, 400, service === 'sqs' ? 'RequestThrottled' : 'ThrottlingException'),
  'server error': ({ service }) =>
    failure(service, 500, service === 'dynamodb' ? 'InternalServerError' : 'InternalError'),
  unavailable: () => ({ status: 503, headers: { 'content-type': 'text/html' }, body: '<html>Sorry</html>' }),
  'in conflict': ({ service, operation }) =>
    operation === 'TransactWriteItems'
      ? failure(service, 400, 'TransactionCanceledException', {
          CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
        })
      : failure(service, 400, 'TransactionConflictException'),
};

/**
 * An AWS endpoint with injected faults. DynamoDB calls go to a real engine, S3 answers from `objects` by path, and SQS accepts every
 * message.
 */
export const startAws = async (
  serveDynamoDb: JsonService,
  faultOf: (call: AwsCall) => AwsFault | undefined,
): Promise<{
  readonly url: string;
  readonly objects: Map<string, string>;
  readonly stop: () => Promise<void>;
}> => {
  const objects = new Map<string, string>();

  const dynamodb = async (request: IncomingMessage, body: Buffer): Promise<Answer> => {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const { status, body: answer } = await serveDynamoDb(Object.fromEntries(headers), body);
    return { status, headers: { 'content-type': 'application/x-amz-json-1.0' }, body: answer };
  };
  const sqs = (body: Buffer): Answer => {
    const { MessageBody = '' } = JSON.parse(body.toString());
    const MD5OfMessageBody = createHash('md5').update(MessageBody).digest('hex');
    return json(200, { MessageId: 'm', MD5OfMessageBody });
  };
  const s3 = ({ url = '', method }: IncomingMessage): Answer => {
    const content = objects.get(new URL(url, 'http://s3').pathname);
    if (content === undefined) return s3Error(404, 'NoSuchKey');
    const headers = { etag: '"e"', 'content-length': String(Buffer.byteLength(content)) };
    return { status: 200, headers, ...(method !== 'HEAD' && { body: content }) };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestBody = await buffer(request);
    const service = parseClaim(request.headers.authorization)?.service ?? '';
    const target = request.headers['x-amz-target']?.toString().split('.')[1];
    const call = {
      service,
      operation: target ?? request.method ?? '',
      text: `${request.url} ${requestBody.toString()}`,
    };
    const fault = faultOf(call);
    if (fault === 'connection reset') return void response.destroy();
    if (fault === 'hung up on') return;
    const refused = fault && refusals[fault]?.(call);
    const answer =
      refused ??
      (service === 'dynamodb'
        ? await dynamodb(request, requestBody)
        : service === 'sqs'
          ? sqs(requestBody)
          : s3(request));
    if (fault === 'reply lost') return void response.destroy();
    if (fault !== 'reply cut short')
      return void response.writeHead(answer.status, answer.headers).end(answer.body);
    const body = Buffer.from(answer.body ?? '');
    response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
  };

  const listener = await listen(0);
  listener.serve((request, response) => void serve(request, response).catch(() => response.destroy()));
  return { url: listener.url, objects, stop: listener.close };
};
