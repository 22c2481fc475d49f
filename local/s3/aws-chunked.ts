import { S3Error } from './errors.ts';

const maxLineBytes = 4096;

/**
 * Takes off the aws-chunked framing: `<hex size>CRLF<bytes>CRLF … 0CRLF <trailer>:<value>CRLF CRLF`.
 * `trailers` is filled once the last chunk was read. @throws IncompleteBody for a body that is not all of that
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
  let held: Buffer = Buffer.alloc(0);
  const more = async (): Promise<void> => {
    const next = await source.next();
    if (next.done === true) throw incomplete();
    held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
  };
  const line = async (): Promise<string> => {
    while (!held.includes('\r\n')) {
      if (held.length > maxLineBytes) throw incomplete();
      await more();
    }
    const text = held.toString('latin1', 0, held.indexOf('\r\n'));
    held = held.subarray(text.length + 2);
    return text;
  };
  const bytes = async function* (count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0;) {
      if (held.length === 0) await more();
      const part = held.subarray(0, left);
      held = held.subarray(part.length);
      left -= part.length;
      yield part;
    }
  };
  return { line, bytes };
};

const incomplete = (): S3Error =>
  new S3Error('400 IncompleteBody', 'The body is not the chunks that it announces.');
