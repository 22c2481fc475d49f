export type Mark = { readonly type: 'finalize' | 'finish'; readonly offset: number };

/** API Gateway reports within this time that no function could process a message, because a function has 29 s. */
const reportedMs = 30_000;

/**
 * The marks with which the client ended a segment or the session. The service ignores a mark that it already has, so any
 * may be repeated.
 */
export class SentMarks {
  #sent: readonly { readonly mark: Mark; readonly atMs: number }[] = [];

  add(mark: Mark): void {
    this.#sent = [...this.#sent, { mark, atMs: performance.now() }];
  }

  /** Moves all marks to later offsets. */
  shift(by: number): void {
    this.#sent = this.#sent.map(({ mark: { type, offset }, atMs }) => ({
      mark: { type, offset: offset + by },
      atMs,
    }));
  }

  /** The mark that finished the session. Undefined if there is none. */
  get finish(): Mark | undefined {
    return this.#sent.find(({ mark }) => mark.type === 'finish')?.mark;
  }

  /** The marks that the service may lack if it has stored all bytes before `stored`. Forgets the others. */
  missing(stored: number): Mark[] {
    const sinceMs = performance.now() - reportedMs;
    this.#sent = this.#sent.filter(
      ({ mark, atMs }) => mark.type === 'finish' || mark.offset >= stored || atMs > sinceMs,
    );
    return this.#sent.map(({ mark }) => mark);
  }
}
