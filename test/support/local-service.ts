import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { createApiKey } from '#lib/domain/auth/create-api-key.ts';
import { openTable, type Table } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { Mode } from '#lib/platform/tenant.ts';
import { firstKey } from '#local/first-key.ts';
import { startStack, type RunningStack, type StackOptions } from '#local/stack.ts';
import { assertDocumented } from './documented.ts';
import type { Origin } from './https-origin.ts';
import { sharedAssembly } from './shared-assembly.ts';
import { until } from './until.ts';

const root = join(import.meta.dirname, '../..');
export const speechDir = process.env['EARSHOT_SPEECH_DIR'] ?? join(root, '.local/speech');
export const sample = join(root, 'local/samples/two-cities.ogg');

/** Slightly less than the time limit of a test, so that the error names the awaited condition. */
const testLimitMs = 280_000;

/** The beginning of the sample, in any container and codec that ffmpeg writes. */
export const spoken = (seconds: number, ...output: string[]): Blob => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-audio-'));
  const file = join(folder, 'audio');
  try {
    // Writes to a file, because some formats need to seek back to their header.
    execFileSync('ffmpeg', ['-v', 'error', '-i', sample, '-t', String(seconds), ...output, file]);
    return new Blob([readFileSync(file)]);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** The first sentences of the sample. */
export const tenSeconds = (...output: string[]): Blob => spoken(10.5, ...output);

/** The reason why tests cannot recognize speech here. Undefined if they can. */
export const noSpeech = existsSync(speechDir) ? undefined : 'The speech runtime is not built: npm run setup';

export type Answer = { readonly status: number; readonly headers: Headers; readonly body: any };

type ServiceOptions = Partial<StackOptions> & {
  /** Servers on this machine that may be audio sources and webhook receivers. */
  readonly origins?: readonly Pick<Origin, 'allowed'>[];
};

/** The whole service on this machine, with an API key of a project and the calls of a customer. */
export const startService = async ({ origins, ...options }: ServiceOptions = {}) => {
  const { dataDir, context } = options;
  const log = (line: string) => console.error(line);
  const assemblyDir = await sharedAssembly(context);
  const shared = assemblyDir !== undefined && { assemblyDir };
  const allowed = origins && {
    environment: { SAFE_FETCH_ALLOW: JSON.stringify(origins.map((origin) => origin.allowed)) },
  };
  const stack = await startStack({ port: 0, log, speechDir, ...shared, ...allowed, ...options, dataDir });
  const { api_key: key, project_id: projectId } = await firstKey(stack, dataDir);
  return { stack, key, projectId, stop: () => stack.stop(), ...client(stack.baseUrl, key) };
};
export type Service = Awaited<ReturnType<typeof startService>>;

/** Higher limits for tests with many requests per user. */
export const roomy = {
  limits: JSON.stringify({ organizationsPerPerson: 1_000, consoleRequestsPerMinute: 1_000 }),
};

/** The table of a running stack, with the rights of its operator. */
export const operatorTable = ({
  awsEndpoint,
  operator,
  outputs,
}: Pick<RunningStack, 'awsEndpoint' | 'operator' | 'outputs'>): Table => {
  const client = new DynamoDBClient({ endpoint: awsEndpoint, region: 'us-east-1', credentials: operator });
  return openTable(client, outputs['EarshotData']?.['TableName'] ?? '');
};

/** API keys of a project, by default of a new one. Each may send 60 requests per minute. */
export const newKeys = async (
  stack: RunningStack,
  count: number,
  projectId: string = randomId('prj'),
  mode: Mode = 'live',
): Promise<string[]> => {
  const deps = { table: operatorTable(stack), now: () => new Date() };
  return Promise.all(Array.from({ length: count }, () => createApiKey(deps, { projectId, mode })));
};

/** A key of a new project. */
export const anotherKey = async (stack: RunningStack): Promise<string> =>
  z.tuple([z.string()]).parse(await newKeys(stack, 1))[0];

const pollEveryMs = 2_000;

/** The calls of a customer with an API key, or of a caller without one. */
export const client = (baseUrl: string, key: string | undefined) => {
  const call = async (
    method: string,
    path: string,
    request: { body?: unknown; headers?: object } = {},
  ): Promise<Answer> => {
    const { body, headers } = request;
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const sent = { method, path: new URL(path, baseUrl).pathname };
    assertDocumented({ ...sent, status: response.status, headers: response.headers, text });
    return {
      status: response.status,
      headers: response.headers,
      body: response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text,
    };
  };

  const post = async (
    grant: Answer['body'],
    file: Blob,
    headers: Record<string, string> = {},
  ): Promise<Response> => {
    const form = new FormData();
    for (const [name, value] of Object.entries<string>(grant.upload_fields)) form.set(name, value);
    form.set('file', file);
    return fetch(grant.upload_url, { method: 'POST', body: form, headers });
  };

  /** Creates an object. A refusal is an error. */
  const create = async (path: string, body: object): Promise<Answer['body']> => {
    const answer = await call('POST', path, { body });
    if (answer.status >= 300)
      throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  const upload = async (file: Blob, contentType: string): Promise<string> => {
    const grant = await create('/v1/transcription-uploads', { content_type: contentType });
    const { status } = await post(grant, file);
    if (status !== 201) throw new Error(`S3 answered ${status}.`);
    return grant.id;
  };

  /** Polls until the job has ended. After a 429 it polls without `wait`, every two seconds. */
  const ended = async (id: string, maxMs = testLimitMs): Promise<Answer['body']> => {
    let path = `/v1/transcriptions/${id}?wait=25`;
    const ask = async () => {
      const { status, body } = await call('GET', path);
      if (status !== 429) return ['queued', 'processing'].includes(body.status) ? undefined : body;
      path = `/v1/transcriptions/${id}`;
      await delay(pollEveryMs);
      return undefined;
    };
    return until(`the end of ${id}`, ask, { maxMs, everyMs: 0 });
  };

  const transcribe = async (
    file: Blob,
    contentType: string,
    fields: object = {},
  ): Promise<Answer['body']> => {
    const upload_id = await upload(file, contentType);
    const { id } = await create('/v1/transcriptions', { upload_id, ...fields });
    return ended(id);
  };

  return { call, post, upload, ended, transcribe };
};

/** 16 kHz mono samples as a WAV file. */
export const wav = (samples: Int16Array): Buffer => {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write('WAVEfmt ', 8);
  for (const [value, at] of [
    [16, 16],
    [16_000, 24],
    [32_000, 28],
    [samples.byteLength, 40],
  ] as const)
    header.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [2, 32],
    [16, 34],
  ] as const)
    header.writeUInt16LE(value, at);
  header.write('data', 36);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
};
