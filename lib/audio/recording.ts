import { frameSamples } from './pcm.ts';

/** The part of the audio that is still of use, addressed by sample of the file. */
export class Recording {
  #frames: Int16Array[] = [];
  #firstFrame = 0;
  #samples = 0;

  /** Length so far. */
  get samples(): number {
    return this.#samples;
  }

  /** Remembers `blocks` of any size and passes them on in whole frames; silence fills up the last one. */
  async *frames(blocks: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array> {
    let frame = new Int16Array(frameSamples);
    for await (const block of blocks) {
      for (let at = 0; at < block.length;) {
        const filled = this.#samples % frameSamples;
        const part = block.subarray(at, at + frameSamples - filled);
        frame.set(part, filled);
        at += part.length;
        this.#samples += part.length;
        if (filled + part.length < frameSamples) continue;
        this.#frames.push(frame);
        yield frame;
        frame = new Int16Array(frameSamples);
      }
    }
    if (this.#samples % frameSamples === 0) return;
    this.#frames.push(frame);
    yield frame;
  }

  slice(from: number, to: number): Int16Array {
    const pcm = new Int16Array(to - from);
    for (let at = from; at < to;) {
      const offset = at % frameSamples;
      const frame = this.#frames[Math.floor(at / frameSamples) - this.#firstFrame];
      if (!frame) throw new RangeError(`Sample ${at} is no longer or not yet known`);
      const part = frame.subarray(offset, offset + to - at);
      pcm.set(part, at - from);
      at += part.length;
    }
    return pcm;
  }

  forgetBefore(sample: number): void {
    const useless = Math.floor(sample / frameSamples) - this.#firstFrame;
    if (useless <= 0) return;
    this.#frames.splice(0, useless);
    this.#firstFrame += useless;
  }
}
