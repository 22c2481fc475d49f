export type Mark = { readonly type: 'finalize' | 'finish'; readonly offset: number };

/** Time in which API Gateway reports that no function could take a message: a function has 29 s. */
const reportedMs = 30_000;

/** Where the client has ended a segment or the session. The service ignores a mark that it has, so any may be sent again. */
export class SentMarks {
  #sent: readonly { readonly mark: Mark; readonly atMs: number }[] = [];

  add(mark: Mark): void {
    this.#sent = [...this.#sent, { mark, atMs: Date.now() }];
  }

  /** Moves all marks to later offsets. */
  shift(by: number): void {
    this.#sent = this.#sent.map(({ mark: { type, offset }, atMs }) => ({
      mark: { type, offset: offset + by },
      atMs,
    }));
  }

  /** Where the session was finished. */
  get finish(): Mark | undefined {
    return this.#sent.find(({ mark }) => mark.type === 'finish')?.mark;
  }

  /** Those that the service may not have, when all bytes before `stored` are. Forgets the others. */
  missing(stored: number): Mark[] {
    const sinceMs = Date.now() - reportedMs;
    this.#sent = this.#sent.filter(
      ({ mark, atMs }) => mark.type === 'finish' || mark.offset >= stored || atMs > sinceMs,
    );
    return this.#sent.map(({ mark }) => mark);
  }
}
