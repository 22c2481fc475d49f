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
  for (const piece of pieces) yield* piece.stream();
};

export const sizeOf = (pieces: readonly Blob[]): number => pieces.reduce((sum, { size }) => sum + size, 0);

/** A stream of the pieces' bytes, which are read while they are sent. */
export const streamOf = (
  pieces: readonly Blob[],
  onBytes?: (progress: UploadProgress) => void,
): ReadableStream => {
  const totalBytes = sizeOf(pieces);
  const bytes = bytesOf(pieces);
  let sentBytes = 0;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await bytes.next();
      if (done) return controller.close();
      sentBytes += value.length;
      controller.enqueue(value);
      onBytes?.({ sentBytes, totalBytes });
    },
    cancel: async () => void (await bytes.return()),
  });
};
