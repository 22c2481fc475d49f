import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { S3Error } from './errors.ts';

const maxFieldsBytes = 20 * 1024;

/** The fields by lower-case name, because field names are case-insensitive in S3. */
export type Fields = ReadonlyMap<string, string>;

export type PostForm = {
  /** Fields before the file. S3 ignores those after it. */
  readonly fields: Fields;
  readonly fileName: string;
  /** Read on demand, so a refused form costs only its fields. */
  readonly file: AsyncIterable<Buffer>;
  /** Settles when the whole form was read, so only after `file` was read. */
  readonly end: Promise<void>;
  /** Stops reading, so that the request can be answered. */
  readonly stop: () => void;
};

/**
 * Reads a multipart form up to its file. Throws MalformedPOSTRequest, MaxPostPreDataLengthExceededError, or InvalidArgument (not
 * exactly one file, or a repeated field).
 */
export const readForm = async (request: IncomingMessage): Promise<PostForm> => {
  const parser = openParser(request);
  const opened = Promise.withResolvers<{ readonly content: Readable; readonly fileName: string }>();
  const ended = Promise.withResolvers<void>();
  const fields = new Map<string, string>();
  let fieldsBytes = 0;
  let files = 0;

  const stop = () => {
    request.unpipe(parser);
    parser.destroy();
  };
  const fail = (error: S3Error) => {
    opened.reject(error);
    ended.reject(error);
    stop();
  };
  // The form can fail before its end is awaited.
  ended.promise.catch(() => {});

  parser.on('field', (name, value, { valueTruncated }) => {
    if (files > 0) return;
    // A part without a name has no string here, unlike the types say.
    if (typeof name !== 'string') return fail(malformed('a part has no name'));
    fieldsBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (valueTruncated || fieldsBytes > maxFieldsBytes) return fail(fieldsTooLarge());
    if (fields.has(name.toLowerCase())) return fail(argument('A form field appears twice.', name));
    fields.set(name.toLowerCase(), value);
  });
  parser.on('file', (name, content, { filename }) => {
    // Readers of the content get its errors too.
    content.on('error', () => {});
    if (name !== 'file' && files > 0) return content.resume();
    files += 1;
    if (name !== 'file' || files > 1) return fail(notOneFile());
    opened.resolve({ content, fileName: filename ?? '' });
  });
  parser.on('error', (error) => fail(malformed(error)));
  parser.on('close', () => (files === 0 ? fail(notOneFile()) : ended.resolve()));
  request.once('close', () => {
    if (!request.complete) stop();
  });
  request.pipe(parser);

  const { content, fileName } = await opened.promise;
  return { fields, fileName, file: wellFormed(content), end: ended.promise, stop };
};

const openParser = (request: IncomingMessage): busboy.Busboy => {
  try {
    return busboy({
      headers: request.headers,
      limits: { fieldSize: maxFieldsBytes },
      defParamCharset: 'utf8',
    });
  } catch (cause) {
    throw malformed(cause);
  }
};

const wellFormed = async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (cause) {
    throw malformed(cause);
  }
};

const malformed = (cause: unknown): S3Error =>
  new S3Error(
    '400 MalformedPOSTRequest',
    `The body is not well-formed multipart/form-data: ${String(cause)}`,
  );

const fieldsTooLarge = (): S3Error =>
  new S3Error(
    '400 MaxPostPreDataLengthExceededError',
    'Your POST request fields before the file are too large.',
  );

const notOneFile = (): S3Error => argument('POST requires exactly one file upload per request.', 'file');

const argument = (message: string, ArgumentName: string): S3Error =>
  new S3Error('400 InvalidArgument', message, { ArgumentName });
