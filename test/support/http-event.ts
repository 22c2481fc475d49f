import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

type Parts = {
  route?: string;
  path?: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  params?: Record<string, string>;
  /** Bytes are handed over as base64. */
  body?: string | Uint8Array;
  requestId?: string;
};

/** An event as API Gateway (payload 2.0) sends it, with `parts` in place of the defaults. */
export const httpEvent = (parts: Parts = {}): APIGatewayProxyEventV2 => {
  const { route = 'GET /v1/notes', path = '/v1/notes', headers = {}, query, params, body } = parts;
  const { requestId = 'request-7' } = parts;
  return {
    version: '2.0',
    routeKey: route,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(query && { queryStringParameters: query }),
    ...(params && { pathParameters: params }),
    ...(body !== undefined && {
      body: typeof body === 'string' ? body : Buffer.from(body).toString('base64'),
    }),
    isBase64Encoded: typeof body === 'object',
    requestContext: {
      accountId: '123456789012',
      apiId: 'api',
      domainName: 'api.example',
      domainPrefix: 'api',
      http: {
        method: route.split(' ')[0] ?? 'GET',
        path,
        protocol: 'HTTP/1.1',
        sourceIp: '203.0.113.9',
        userAgent: 'test',
      },
      requestId,
      routeKey: route,
      stage: '$default',
      time: '20/Nov/2026:00:00:00 +0000',
      timeEpoch: 1_795_132_800_000,
    },
  };
};

export const lambdaContext: Context = {
  awsRequestId: 'invocation-7',
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'test',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:test',
  logGroupName: 'test',
  logStreamName: 'test',
  memoryLimitInMB: '128',
  getRemainingTimeInMillis: () => 30_000,
  done: () => {},
  fail: () => {},
  succeed: () => {},
};
