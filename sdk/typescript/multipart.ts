import { EarshotError } from './errors.ts';
import type { UploadProgress } from './upload-progress.ts';

const escaped = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

type Form = {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: Blob;
  readonly boundary: string;
};

/** A form in pieces of known length, because an object store accepts none of unknown length. */
export const multipartOf = ({ fields, file, boundary }: Form): readonly Blob[] => [
  new Blob([
    ...Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"\r\n\r\n${value}\r\n`,
    ),
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="audio"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  ]),
  file,
  new Blob([`\r\n--${boundary}--\r\n`]),
];

const bytesOf = async function* (pieces: readonly Blob[]) {
  try {
    for (const piece of pieces) yield* piece.stream();
  } catch (cause) {
    throw new EarshotError('The audio cannot be read. A file must not change while it is sent.', { cause });
  }
};

export const sizeOf = (pieces: readonly Blob[]): number => pieces.reduce((sum, { size }) => sum + size, 0);

/**
 * A stream of the pieces' bytes, which are read while they are sent. `onError` gets what reading or `onBytes` threw, which
 * `fetch` hides.
 */
export const streamOf = (
  pieces: readonly Blob[],
  onError: (error: unknown) => void,
  onBytes?: (progress: UploadProgress) => void,
): ReadableStream => {
  const totalBytes = sizeOf(pieces);
  const bytes = bytesOf(pieces);
  let sentBytes = 0;
  const read = async () => {
    try {
      const { value } = await bytes.next();
      if (value) onBytes?.({ sentBytes: (sentBytes += value.length), totalBytes });
      return value;
    } catch (error) {
      onError(error);
      throw error;
    }
  };
  return new ReadableStream({
    pull: async (controller) => {
      const value = await read();
      if (value) controller.enqueue(value);
      else controller.close();
    },
    cancel: async () => void (await bytes.return()),
  });
};
