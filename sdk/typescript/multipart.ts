const escaped = (name: string): string =>
  name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

export type UploadProgress = { readonly sentBytes: number; readonly totalBytes: number };

type Form = {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: Blob;
  readonly boundary: string;
};

/** A form as a body of known length, as an object store takes none of unknown length. */
export const multipartOf = ({ fields, file, boundary }: Form): Blob =>
  new Blob([
    ...Object.entries(fields).map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"\r\n\r\n${value}\r\n`,
    ),
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="audio"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    file,
    `\r\n--${boundary}--\r\n`,
  ]);

/** The bytes of a body as they are sent. */
export const watched = (
  body: Blob,
  onProgress: (progress: UploadProgress) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let sentBytes = 0;
  return body.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        sentBytes += chunk.length;
        controller.enqueue(chunk);
        onProgress({ sentBytes, totalBytes: body.size });
      },
    }),
  );
};
