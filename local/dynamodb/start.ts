import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { freePort } from '../ports.ts';
import { killGroup, spawnGuarded } from '../processes/guarded.ts';
import { callerOf, type Call, type JsonService } from '../aws-endpoint/json-service.ts';

export type DynamoDb = {
  url: string;
  /** Requests go on under one key, whoever signed them: who may do what, the AWS endpoint has decided before. */
  serve: JsonService;
  call: Call;
  stop: () => void;
};

const forwarded = ['content-type', 'x-amz-target', 'x-amz-date'];

/** Names the key; nobody checks the signature behind it. */
const signatureOf = (accessKeyId: string, amzDate: string): string =>
  `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${amzDate.slice(0, 8)}/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0`;

/**
 * Starts dynoxide on `file`, or in memory. The environment variable EARSHOT_DYNAMODB names another such program, or
 * the URL of a DynamoDB that runs already. That one may serve many at once: it keeps a database for each access key.
 */
export const startDynamoDb = async (file: string | undefined, accessKeyId: string): Promise<DynamoDb> => {
  const chosen = process.env['EARSHOT_DYNAMODB'] ?? installedBinary();
  const { url, stop } = /^https?:/.test(chosen) ? { url: chosen, stop: () => {} } : await boot(chosen, file);
  const serve: JsonService = async (headers, body) => {
    const picked = forwarded.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
    const authorization = signatureOf(accessKeyId, headers['x-amz-date'] ?? '');
    const asked = { ...Object.fromEntries(picked), authorization };
    const response = await fetch(url, { method: 'POST', headers: asked, body });
    const { 'content-length': _, ...kept } = Object.fromEntries(response.headers);
    return { status: response.status, headers: kept, body: Buffer.from(await response.arrayBuffer()) };
  };
  return { url, serve, call: callerOf(serve, 'DynamoDB_20120810'), stop };
};

/** An access key id that names the database of the stack with this secret. Twelve digits are one to every engine. */
export const databaseOf = (secret: string): string =>
  String(createHash('sha256').update(`${secret} database`).digest().readUIntBE(0, 6) % 1e12).padStart(
    12,
    '0',
  );

const installedBinary = (): string => {
  const name = `@dynoxide/${process.platform}-${process.arch}/dynoxide`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `${name} is not installed. Set EARSHOT_DYNAMODB to a dynoxide binary or to a DynamoDB URL.`,
    );
  }
};

const boot = async (binary: string, file: string | undefined): Promise<{ url: string; stop: () => void }> => {
  const port = await freePort();
  const child = spawnGuarded([binary, '--port', String(port), ...(file ? ['--db-path', file] : [])]);
  let output = '';
  const listening = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on('line', (line) => {
        output = `${output}${line}\n`.slice(-2000);
        if (line.includes('listening on')) resolve();
      });
    }
  });
  const ended = once(child, 'exit').then(() =>
    Promise.reject(new Error(`${binary} did not start.\n${output}`)),
  );
  await Promise.race([listening, ended]);
  ended.catch(() => {});
  return { url: `http://127.0.0.1:${port}`, stop: () => killGroup(child) };
};
