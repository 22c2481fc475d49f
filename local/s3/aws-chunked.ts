import { S3Error } from './errors.ts';

const maxLineBytes = 4096;

/**
 * Decodes the aws-chunked framing: `<hex size>CRLF<bytes>CRLF … 0CRLF <trailer>:<value>CRLF CRLF`. Fills `trailers` after the last
 * chunk. Throws IncompleteBody for a malformed or truncated body.
 */
export const decodeAwsChunked = async function* (
  source: AsyncIterable<Buffer>,
  trailers: Map<string, string>,
): AsyncGenerator<Buffer> {
  const { line, bytes } = reader(source[Symbol.asyncIterator]());
  for (;;) {
    const size = await line();
    if (!/^[0-9a-f]{1,12}$/i.test(size)) throw incomplete();
    if (Number.parseInt(size, 16) === 0) break;
    yield* bytes(Number.parseInt(size, 16));
    if ((await line()) !== '') throw incomplete();
  }
  for (let trailer = await line(); trailer !== ''; trailer = await line()) {
    const [name = '', value = ''] = trailer.split(':', 2);
    trailers.set(name.toLowerCase(), value.trim());
  }
};

const reader = (source: AsyncIterator<Buffer>) => {
  let buffered: Buffer = Buffer.alloc(0);
  const more = async (): Promise<void> => {
    const next = await source.next();
    if (next.done === true) throw incomplete();
    buffered = buffered.length === 0 ? next.value : Buffer.concat([buffered, next.value]);
  };
  const line = async (): Promise<string> => {
    while (!buffered.includes('\r\n')) {
      if (buffered.length > maxLineBytes) throw incomplete();
      await more();
    }
    const text = buffered.toString('latin1', 0, buffered.indexOf('\r\n'));
    buffered = buffered.subarray(text.length + 2);
    return text;
  };
  const bytes = async function* (count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (buffered.length === 0) await more();
      const part = buffered.subarray(0, left);
      buffered = buffered.subarray(part.length);
      left -= part.length;
      yield part;
    }
  };
  return { line, bytes };
};

const incomplete = (): S3Error =>
  new S3Error('400 IncompleteBody', 'The body does not consist of the chunks that it declares.');
