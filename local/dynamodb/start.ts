import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { freePort } from '../ports.ts';
import { killGroup, spawnGuarded } from '../processes/guarded.ts';
import { callerOf, type Call, type JsonService } from '../aws-endpoint/json-service.ts';

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
 * Starts dynoxide on `file`, or in memory. The environment variable EARSHOT_DYNAMODB may name another dynoxide binary, or the URL
 * of a running DynamoDB. Several stacks can share that one, because it has a database per access key.
 */
export const startDynamoDb = async (file: string | undefined, accessKeyId: string): Promise<DynamoDb> => {
  const chosen = process.env['EARSHOT_DYNAMODB'] ?? installedBinary();
  const { url, stop } = /^https?:/.test(chosen) ? { url: chosen, stop: () => {} } : await boot(chosen, file);
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

const installedBinary = (): string => {
  const name = `@dynoxide/${process.platform}-${process.arch}/dynoxide`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `The package ${name} is not installed. Set EARSHOT_DYNAMODB to a dynoxide binary or to the URL of a DynamoDB.`,
    );
  }
};

const boot = async (
  binary: string,
  file: string | undefined,
): Promise<{ readonly url: string; readonly stop: () => void }> => {
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
