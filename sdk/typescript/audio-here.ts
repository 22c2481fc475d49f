import { EarshotError } from './errors.ts';

/** Audio that the caller already has: a path, bytes or a stream. */
export type AudioHere =
  | string
  | Blob
  | ArrayBuffer
  | Uint8Array
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** Whether this is a stream, such as a request that a Node.js server receives. Such a request also has a `url`. */
export const isStream = (source: unknown): source is AsyncIterable<Uint8Array> =>
  typeof source === 'object' && source !== null && Symbol.asyncIterator in source;

/** The file name of the audio, if it has one, without characters that the service refuses. */
export const nameOf = (audio: AudioHere): string | undefined => {
  const file = audio instanceof File ? audio.name : undefined;
  const name = typeof audio === 'string' ? audio.split(/[/\\]/).at(-1) : file;
  return name?.replaceAll(/[\p{Cc}\p{Cs}]/gu, '_') || undefined;
};

/** The name whose extension tells the format. The audio's own name comes before a display name such as "Meeting 3.2". */
export const formatNameOf = (audio: AudioHere, given: string | undefined): string | undefined => {
  const own = nameOf(audio);
  return own !== undefined && /.\.[^.]+$/.test(own) ? own : (given ?? own);
};

/** The file at a path. It is opened but not read: its bytes are read while they are sent. Throws Node's error if it cannot be read. */
const openFile = async (path: string): Promise<Blob> => {
  // An import would keep bundlers from building a worker. Workers have no such module, or only some of it.
  const files = globalThis.process?.getBuiltinModule?.('node:fs');
  if (files?.openAsBlob === undefined)
    throw new EarshotError(
      'This runtime has no files. Hand over a Blob, bytes or a stream instead of a path.',
    );
  const { constants, openAsBlob, promises } = files;
  await promises.access(path, constants.R_OK);
  if ((await promises.stat(path)).isDirectory()) throw new EarshotError(`${path} is a folder.`);
  return openAsBlob(path);
};

/** The outcome of the step, or the reason of an abort as soon as there is one. */
const unlessAborted = <Result>(step: Promise<Result>, signal?: AbortSignal): Promise<Result> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal?.reason);
  signal?.addEventListener('abort', stop);
  return Promise.race([step, promise]).finally(() => signal?.removeEventListener('abort', stop));
};

/** Converts audio to a Blob. Rejects with the reason of an abort. */
export const blobOf = async (audio: AudioHere, signal?: AbortSignal): Promise<Blob> => {
  signal?.throwIfAborted();
  if (audio instanceof Blob) return audio;
  if (typeof audio === 'string') return openFile(audio);
  if (audio instanceof ArrayBuffer) return new Blob([audio]);
  if (audio instanceof Uint8Array) return new Blob([Uint8Array.from(audio)]);
  // The types cannot prevent values that frameworks pass as `any`.
  if (!isStream(audio))
    throw new EarshotError(
      'Hand over audio: a path, a Blob, bytes, or a stream, such as the body of a Request.',
    );
  // The object store must know the length before the first byte.
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const read = async () => {
    for await (const chunk of audio) {
      signal?.throwIfAborted();
      chunks.push(Uint8Array.from(chunk));
    }
  };
  await unlessAborted(read(), signal);
  return new Blob(chunks);
};
