// The global scope of worklets. TypeScript's DOM library does not declare it.
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const registerProcessor: (name: string, processor: new () => AudioWorkletProcessor) => void;
declare const sampleRate: number;

/**
 * Posts the first channel of its input as samples of 16 bits, 100 ms at once. Any message to it flushes: it then posts what
 * it has, and null.
 */
class Pcm16 extends AudioWorkletProcessor {
  readonly #samples = new Int16Array(sampleRate / 10);
  #filled = 0;

  constructor() {
    super();
    this.port.addEventListener('message', () => {
      if (this.#filled > 0) this.#post();
      this.port.postMessage(null, []);
    });
    this.port.start();
  }

  process([input]: Float32Array[][]): boolean {
    for (const sample of input?.[0] ?? []) {
      this.#samples[this.#filled] = Math.max(-1, Math.min(1, sample)) * 32_767;
      this.#filled += 1;
      if (this.#filled === this.#samples.length) this.#post();
    }
    return true;
  }

  #post(): void {
    const { buffer } = this.#samples.slice(0, this.#filled);
    this.port.postMessage(buffer, [buffer]);
    this.#filled = 0;
  }
}

registerProcessor('pcm-16', Pcm16);
