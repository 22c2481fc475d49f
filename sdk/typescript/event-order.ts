import type { ServerEvent } from '#lib/domain/realtime/protocol.ts';

const idOf = (event: ServerEvent): number | undefined =>
  'id' in event && typeof event.id === 'number' ? event.id : undefined;

/**
 * Passes on each durable event once and in the order of ids, in whatever order events arrive. Other events are passed on
 * at once.
 */
export class EventOrder {
  readonly #handle: (event: ServerEvent) => void;
  readonly #early = new Map<number, ServerEvent>();
  #lastId = 0;

  constructor(handle: (event: ServerEvent) => void) {
    this.#handle = handle;
  }

  /** The id of the last durable event that was passed on. */
  get lastId(): number {
    return this.#lastId;
  }

  add(event: ServerEvent): void {
    const id = idOf(event);
    if (id === undefined) return this.#handle(event);
    if (id > this.#lastId) this.#early.set(id, event);
    for (let next = this.#next(); next; next = this.#next()) {
      this.#lastId += 1;
      this.#early.delete(this.#lastId);
      this.#handle(next);
    }
  }

  #next(): ServerEvent | undefined {
    return this.#early.get(this.#lastId + 1);
  }
}
