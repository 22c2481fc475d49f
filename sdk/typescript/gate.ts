import type { Environment } from './environment.ts';

/** The pause between held requests. It gives time for an answer that says that the limit is reached again. */
const gapMs = 250;

/**
 * Lets the requests of a client start. While the key is over its rate limit, holds all of them, then lets them start one
 * by one.
 */
export class Gate {
  readonly #environment: Pick<Environment, 'nowMs' | 'sleep'>;
  #nextAtMs = 0;

  constructor(environment: Pick<Environment, 'nowMs' | 'sleep'>) {
    this.#environment = environment;
  }

  /** Holds all requests for this time. */
  close(ms: number): void {
    this.#nextAtMs = Math.max(this.#nextAtMs, this.#environment.nowMs() + ms);
  }

  /** Resolves when a request may start. A request that is aborted while it waits does not delay the others. */
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
