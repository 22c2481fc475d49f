import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import busboy from 'busboy';
import { S3Error } from './errors.ts';

const maxFieldsBytes = 20 * 1024;

/** Names in lower case: S3 does not tell `Policy` from `policy`. */
export type Fields = Map<string, string>;

export type PostForm = {
  /** All fields before the file; what comes after it is ignored. */
  fields: Fields;
  fileName: string;
  /** Not read before somebody asks: a form that is refused costs only its fields. */
  content: AsyncIterable<Buffer>;
  /** Settles when the whole form was read; read `content` first. */
  rest: Promise<void>;
  /** Lets go of the request, which can then be answered. */
  stop(): void;
};

/**
 * Reads a multipart form up to the first byte of its file.
 * @throws MalformedPOSTRequest, MaxPostPreDataLengthExceeded, InvalidArgument (no file, two files, a field twice)
 */
export const readForm = async (request: IncomingMessage): Promise<PostForm> => {
  const parser = openParser(request);
  const file = Promise.withResolvers<{ content: Readable; fileName: string }>();
  const rest = Promise.withResolvers<void>();
  const fields: Fields = new Map();
  let fieldsBytes = 0;
  let files = 0;

  const stop = () => {
    request.unpipe(parser);
    parser.destroy();
  };
  const fail = (error: S3Error) => {
    file.reject(error);
    rest.reject(error);
    stop();
  };
  // Both may fail before anybody waits for them.
  file.promise.catch(() => {});
  rest.promise.catch(() => {});

  parser.on('field', (name, value, { valueTruncated }) => {
    if (files > 0) return;
    // The parser passes on a part without a name, which its types deny.
    if (typeof name !== 'string') return fail(malformed('a part has no name'));
    fieldsBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (valueTruncated || fieldsBytes > maxFieldsBytes) return fail(fieldsTooLarge());
    if (name === 'file') {
      // S3 also takes the content as text, in a part without a file name.
      files += 1;
      return file.resolve({ content: Readable.from([Buffer.from(value)]), fileName: '' });
    }
    if (fields.has(name.toLowerCase())) return fail(argument('A form field appears twice.', name, value));
    fields.set(name.toLowerCase(), value);
  });
  parser.on('file', (name, content, { filename }) => {
    // Its error also reaches whoever reads the content.
    content.on('error', () => {});
    if (name !== 'file' && files > 0) return content.resume();
    files += 1;
    if (name !== 'file' || files > 1) return fail(oneFile(name === 'file' ? files : 0));
    file.resolve({ content, fileName: filename ?? '' });
  });
  parser.on('error', (error) => fail(malformed(error)));
  parser.on('close', () => (files === 0 ? fail(oneFile(0)) : rest.resolve()));
  request.once('close', () => {
    if (!request.complete) stop();
  });
  request.pipe(parser);

  const { content, fileName } = await file.promise;
  return { fields, fileName, content: wellFormed(content), rest: rest.promise, stop };
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

async function* wellFormed(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (cause) {
    throw malformed(cause);
  }
}

const fieldsTooLarge = (): S3Error =>
  new S3Error('MaxPostPreDataLengthExceeded', 'The form fields before the file are too large.', {
    MaxPostPreDataLengthBytes: maxFieldsBytes,
  });

const oneFile = (count: number): S3Error =>
  argument('POST requires exactly one file upload per request.', 'file', String(count));

const argument = (message: string, name: string, value: string): S3Error =>
  new S3Error('InvalidArgument', message, { ArgumentName: name, ArgumentValue: value });

const malformed = (cause: unknown): S3Error =>
  new S3Error('MalformedPOSTRequest', `The body is not well-formed multipart/form-data: ${String(cause)}`);
