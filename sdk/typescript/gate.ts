import type { Environment } from './environment.ts';

/** Between requests that were held back: time for an answer that says the limit is reached again. */
const gapMs = 250;

/** Where the requests of a client begin. It holds all of them back while the key is over its rate limit; then they begin one by one. */
export class Gate {
  readonly #environment: Pick<Environment, 'nowMs' | 'sleep'>;
  #nextAtMs = 0;

  constructor(environment: Pick<Environment, 'nowMs' | 'sleep'>) {
    this.#environment = environment;
  }

  /** Lets no request begin for this time. */
  close(ms: number): void {
    this.#nextAtMs = Math.max(this.#nextAtMs, this.#environment.nowMs() + ms);
  }

  /** Resolves when a request may begin. One that gives up before has taken nobody's place. */
  async pass(signal?: AbortSignal): Promise<void> {
    for (let isHeld = false; ; isHeld = true) {
      const waitMs = this.#nextAtMs - this.#environment.nowMs();
      if (waitMs <= 0) {
        if (isHeld) this.close(gapMs);
        return;
      }
      await this.#environment.sleep(waitMs, signal);
    }
  }
}
