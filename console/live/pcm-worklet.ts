// The global scope of worklets. TypeScript's DOM library does not declare it.
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare const registerProcessor: (name: string, processor: new () => AudioWorkletProcessor) => void;
declare const sampleRate: number;

/** Posts the first channel of its input as samples of 16 bits, 100 ms at once. */
class Pcm16 extends AudioWorkletProcessor {
  #samples = new Int16Array(sampleRate / 10);
  #filled = 0;

  process([input]: Float32Array[][]): boolean {
    for (const sample of input?.[0] ?? []) {
      this.#samples[this.#filled] = Math.max(-1, Math.min(1, sample)) * 32_767;
      this.#filled += 1;
      if (this.#filled === this.#samples.length) this.#post();
    }
    return true;
  }

  #post(): void {
    this.port.postMessage(this.#samples.buffer, [this.#samples.buffer]);
    this.#samples = new Int16Array(sampleRate / 10);
    this.#filled = 0;
  }
}

registerProcessor('pcm-16', Pcm16);
