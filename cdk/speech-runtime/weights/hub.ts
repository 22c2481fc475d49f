import { createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ignoreAbsence } from '../work-folder.ts';

/** The site on which OpenAI publishes its weights. */
const hub = 'https://huggingface.co/openai';
const connectTimeoutMs = 10_000;

/** The URL of a file of a model. The newest revision is fine, because the lock fixes the content of the file. */
export const hubUrl = (model: string, file: string): string => `${hub}/${model}/resolve/main/${file}`;

/** Reports how much of a file has been downloaded. `total` is undefined if the server does not say. */
export type Progress = (bytes: number, total: number | undefined) => void;

/**
 * Downloads `url` to the file `to`, of which it keeps what an earlier run has downloaded. Throws if the server cannot be
 * reached, answers with an error or ends the connection.
 */
export const download = async (url: string, to: string, progress: Progress): Promise<void> => {
  await mkdir(dirname(to), { recursive: true });
  const has = (await stat(to).catch(ignoreAbsence))?.size ?? 0;
  const response = await connect(url, has);
  const isComplete = has > 0 && response.status === 416;
  if (isComplete) return;
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}.`);
  const resumes = response.status === 206;
  let bytes = resumes ? has : 0;
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const total = Number.isNaN(length) ? undefined : bytes + length;
  const chunks = async function* (body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of body) {
        bytes += chunk.length;
        progress(bytes, total);
        yield chunk;
      }
    } catch (error) {
      throw new Error(`${url} ended after ${bytes} bytes: ${reasonOf(error)}`, { cause: error });
    }
  };
  // Bytes have a place of their own, so that two runs at the same time write the same file.
  const file = createWriteStream(to, resumes ? { flags: 'r+', start: has } : {});
  await pipeline(chunks(response.body), file);
};

const connect = async (url: string, from: number): Promise<Response> => {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new Error('no answer in 10 s')), connectTimeoutMs);
  try {
    const headers = from > 0 ? { range: `bytes=${from}-` } : {};
    return await fetch(url, { headers, signal: timeout.signal });
  } catch (error) {
    throw new Error(`${url} could not be reached: ${reasonOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
};

/** What the network said. `fetch` itself says only that it failed. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return error.message || ('code' in error ? String(error.code) : error.name);
};
