import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { JsonService } from '#local/aws-endpoint/json-service.ts';

type Body = string | Uint8Array | Readable | undefined;
type Request = { readonly headers: Record<string, string>; readonly body: Body };

const bytesOf = async (body: Body = ''): Promise<Buffer> => {
  if (body instanceof Readable) return buffer(body);
  return typeof body === 'string' ? Buffer.from(body) : Buffer.copyBytesFrom(body);
};
const silent = () => {};

/** Settings of an SDK client that calls a local service in this process, without a socket and without retries. */
export const inProcess = (service: JsonService) => ({
  region: 'us-east-1',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  maxAttempts: 1,
  logger: { debug: silent, info: silent, warn: silent, error: silent },
  requestHandler: {
    handle: async (request: Request) => {
      const { status, headers, body } = await service(request.headers, await bytesOf(request.body));
      return { response: { statusCode: status, headers, body: Readable.from([body]) } };
    },
  },
});
