import { Transform, type Readable, type TransformCallback } from 'node:stream';

type RejectOptions = {
  readonly headBytes: number;
  /** Throws the error that the stream must fail with. Gets fewer than `headBytes` only at the end of the stream. */
  readonly refuse: (head: Buffer) => void;
  /** Maps the source's errors. */
  readonly translate: (error: Error) => unknown;
};

/** Passes `source` on, after `refuse` has accepted its first bytes. Either stream ends with the other. */
export const rejectNonAudio = (
  source: Readable,
  { headBytes, refuse, translate }: RejectOptions,
): Readable => {
  let head: Buffer | undefined = Buffer.alloc(0);

  const check = (done: TransformCallback): void => {
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
      check(done);
    },
    flush: check,
  });
  source.on('error', (error) => result.destroy(asError(translate(error))));
  // An error before the reader listens must not crash the process; the reader still receives it.
  result.on('error', () => {});
  result.on('close', () => source.destroy());
  return source.pipe(result);
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
