import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LockedFiles } from './lock.ts';

/** The site that publishes the weights. */
const hub = 'https://huggingface.co';

/** Exports with cross-attentions, which word times need. Each is pinned to a commit. */
const sources: Readonly<Record<string, { readonly repository: string; readonly revision: string }>> = {
  'whisper-base': {
    repository: 'onnx-community/whisper-base_timestamped',
    revision: '608c49e61301901684bc36cac8f74b95ff6b5a8e',
  },
};

/** The base URL of a model's weights, without the last slash. */
export const sourceOf = (model: string): string => {
  const source = sources[model];
  if (!source) throw new Error(`There are no weights to download for ${model}.`);
  return `${hub}/${source.repository}/resolve/${source.revision}`;
};

/** Downloads `files` into `dir`. Throws if one fails or differs from the lock; `dir` may then be incomplete. */
export const fetchFiles = async (source: string, files: LockedFiles, dir: string): Promise<void> => {
  for (const [path, locked] of Object.entries(files)) {
    const found = await fetchFile(`${source}/${path}`, join(dir, path));
    if (found.bytes !== locked.bytes)
      throw new Error(`${path} has ${found.bytes} bytes; it should have ${locked.bytes}.`);
    if (found.sha256 !== locked.sha256)
      throw new Error(`${path} does not match its pinned hash. Its SHA-256 is ${found.sha256}.`);
  }
};

const fetchFile = async (url: string, to: string): Promise<{ bytes: number; sha256: string }> => {
  await mkdir(dirname(to), { recursive: true });
  const response = await fetch(url).catch((error: unknown) => {
    throw new Error(`${url} could not be reached.`, { cause: error });
  });
  if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}.`);
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    Readable.fromWeb(response.body),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(to),
  );
  return { bytes, sha256: hash.digest('hex') };
};
