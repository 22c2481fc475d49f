import { createWriteStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The site on which OpenAI publishes its weights. */
const hub = 'https://huggingface.co/openai';
const connectTimeoutMs = 10_000;

/** The URL of a file of a model. The newest revision is fine, because the lock fixes the content of the file. */
export const hubUrl = (model: string, file: string): string => `${hub}/${model}/resolve/main/${file}`;

/** Reports how much of a file has been downloaded. `total` is undefined if the server does not say. */
export type Progress = (bytes: number, total: number | undefined) => void;

/**
 * Downloads `url` to the file `to`. Resumes an interrupted download from `to.part`. Throws if the server cannot be
 * reached or answers with an error.
 */
export const download = async (url: string, to: string, progress: Progress): Promise<void> => {
  const part = `${to}.part`;
  await mkdir(dirname(to), { recursive: true });
  const has = await stat(part).then(
    ({ size }) => size,
    () => 0,
  );
  const response = await connect(url, has);
  const rangeIsPastTheEnd = response.status === 416;
  if (!rangeIsPastTheEnd) {
    if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}.`);
    const resumes = response.status === 206;
    let bytes = resumes ? has : 0;
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const total = Number.isNaN(length) ? undefined : bytes + length;
    await pipeline(
      Readable.fromWeb(response.body),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          progress(bytes, total);
          yield chunk;
        }
      },
      createWriteStream(part, { flags: resumes ? 'a' : 'w' }),
    );
  }
  await rename(part, to);
};

const connect = async (url: string, from: number): Promise<Response> => {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), connectTimeoutMs);
  try {
    const headers = from > 0 ? { range: `bytes=${from}-` } : {};
    return await fetch(url, { headers, signal: timeout.signal });
  } catch (error) {
    throw new Error(`${url} could not be reached.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
};
