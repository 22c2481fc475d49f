import type { Environment } from './environment.ts';

/** Between requests that were held back: time for an answer that says the limit is reached again. */
const gapMs = 250;

/** Where the requests of a client begin. It holds all of them back while the key is over its rate limit; then they begin one by one. */
export class Gate {
  readonly #environment: Pick<Environment, 'now' | 'sleep'>;
  #opensAtMs = 0;
  #nextAtMs = 0;

  constructor(environment: Pick<Environment, 'now' | 'sleep'>) {
    this.#environment = environment;
  }

  /** Lets no request begin for this time. */
  close(ms: number): void {
    const opensAtMs = this.#nowMs() + ms;
    if (opensAtMs <= this.#opensAtMs) return;
    this.#opensAtMs = opensAtMs;
    this.#nextAtMs = opensAtMs;
  }

  /** Resolves when a request may begin. */
  async pass(signal?: AbortSignal): Promise<void> {
    for (let seen; seen !== this.#opensAtMs;) {
      seen = this.#opensAtMs;
      const waitMs = this.#nextAtMs - this.#nowMs();
      if (waitMs <= 0) return;
      this.#nextAtMs += gapMs;
      await this.#environment.sleep(waitMs, signal);
    }
  }

  #nowMs(): number {
    return this.#environment.now().getTime();
  }
}
