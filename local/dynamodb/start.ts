import { createHash } from 'node:crypto';
import { callerOf, type Call, type JsonService } from '../aws-endpoint/json-service.ts';
import { startServer } from '../processes/start-server.ts';
import { engineOf } from './engine.ts';

export type DynamoDb = {
  readonly url: string;
  /** Forwards requests under one access key. The AWS endpoint has already authorized them. */
  readonly serve: JsonService;
  readonly call: Call;
  readonly stop: () => void;
};

const forwardedHeaders = ['content-type', 'x-amz-target', 'x-amz-date'];

/** Names the access key. The engine does not verify the signature. */
export const signatureOf = (accessKeyId: string, amzDate: string): string =>
  `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${amzDate.slice(0, 8)}/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;

/**
 * Starts this machine's DynamoDB on the files in `dataDir`, or in memory. Several stacks can share a running one, because each
 * access key has its own database.
 */
export const startDynamoDb = async (dataDir: string | undefined, accessKeyId: string): Promise<DynamoDb> => {
  const engine = engineOf(process.env['EARSHOT_DYNAMODB']);
  const { url, stop } =
    'url' in engine ? { ...engine, stop: () => {} } : await startServer((port) => engine.on(port, dataDir));
  const serve: JsonService = async (headers, body) => {
    const picked = forwardedHeaders.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    );
    const authorization = signatureOf(accessKeyId, headers['x-amz-date'] ?? '');
    const forwarded = { ...Object.fromEntries(picked), authorization };
    const response = await fetch(url, { method: 'POST', headers: forwarded, body });
    const { 'content-length': _, ...responseHeaders } = Object.fromEntries(response.headers);
    return {
      status: response.status,
      headers: responseHeaders,
      body: Buffer.from(await response.arrayBuffer()),
    };
  };
  return { url, serve, call: callerOf(serve, 'DynamoDB_20120810'), stop };
};

/** The access key id that selects this stack's database. Every engine accepts twelve digits. */
export const databaseOf = (secret: string): string =>
  String(createHash('sha256').update(`${secret} database`).digest().readUIntBE(0, 6) % 1e12).padStart(
    12,
    '0',
  );
