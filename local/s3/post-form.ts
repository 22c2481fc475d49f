import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import busboy from 'busboy';
import { S3Error } from './errors.ts';

const maxFieldsBytes = 20 * 1024;

/** By name in lower case: S3 does not tell `Policy` from `policy`. */
export type Fields = ReadonlyMap<string, string>;

export type PostForm = {
  /** Those before the file; S3 ignores what comes after it. */
  fields: Fields;
  fileName: string;
  /** Not read before somebody asks, so a form that is refused costs only its fields. */
  file: AsyncIterable<Buffer>;
  /** Settles when all of the form was read, which it is only once `file` was. */
  end: Promise<void>;
  /** Lets go of the request, which can then be answered. */
  stop: () => void;
};

/**
 * Reads a multipart form up to its file.
 * @throws MalformedPOSTRequest, MaxPostPreDataLengthExceededError, InvalidArgument (not exactly one file, a field twice)
 */
export const readForm = async (request: IncomingMessage): Promise<PostForm> => {
  const parser = openParser(request);
  const opened = Promise.withResolvers<{ content: Readable; fileName: string }>();
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
  // The form can fail while nobody waits for its end.
  ended.promise.catch(() => {});

  parser.on('field', (name, value, { valueTruncated }) => {
    if (files > 0) return;
    // The parser passes on a part without a name, which its types deny.
    if (typeof name !== 'string') return fail(malformed('a part has no name'));
    fieldsBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (valueTruncated || fieldsBytes > maxFieldsBytes) return fail(fieldsTooLarge());
    if (fields.has(name.toLowerCase())) return fail(argument('A form field appears twice.', name));
    fields.set(name.toLowerCase(), value);
  });
  parser.on('file', (name, content, { filename }) => {
    // Whoever reads the content gets its errors too.
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
