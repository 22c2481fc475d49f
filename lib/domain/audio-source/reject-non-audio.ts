import { Transform, type Readable, type TransformCallback } from 'node:stream';

type RejectOptions = {
  readonly headBytes: number;
  /** Throws what the stream shall fail with. Gets fewer than `headBytes` only when there are no more. */
  readonly refuse: (head: Buffer) => void;
  /** Of the source's errors. */
  readonly translate: (error: Error) => unknown;
};

/** The bytes of `source`, the first of them held back until they are judged. Source and result end together, however either ends. */
export const rejectNonAudio = (
  source: Readable,
  { headBytes, refuse, translate }: RejectOptions,
): Readable => {
  let head: Buffer | undefined = Buffer.alloc(0);

  const judge = (done: TransformCallback): void => {
    const bytes = head;
    head = undefined;
    try {
      if (bytes) refuse(bytes);
      done(null, bytes);
    } catch (error) {
      done(asError(error));
    }
  };

  const result = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!head) return done(null, chunk);
      head = Buffer.concat([head, chunk]);
      if (head.length < headBytes) return done();
      judge(done);
    },
    flush: judge,
  });
  source.on('error', (error) => result.destroy(asError(translate(error))));
  // It may fail before its reader listens; the reader learns it all the same.
  result.on('error', () => {});
  result.on('close', () => source.destroy());
  return source.pipe(result);
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
