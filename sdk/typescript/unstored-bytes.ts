/** The maximum number of bytes in an `audio` message, before base64. */
const maxMessageBytes = 24_000;

/** Copies the audio, because the caller may reuse its buffer. */
const copyOf = (audio: ArrayBuffer | ArrayBufferView): Uint8Array => {
  if (audio instanceof ArrayBuffer) return new Uint8Array(audio.slice(0));
  if (!ArrayBuffer.isView(audio))
    throw new TypeError('Audio is sent as an ArrayBuffer or a view of one, such as a Uint8Array.');
  return Uint8Array.from(new Uint8Array(audio.buffer, audio.byteOffset, audio.byteLength));
};

/** The bytes of a stream that the service has not stored yet. Positions are offsets in the stream. */
export class UnstoredBytes {
  #parts: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  #start = 0;
  #end = 0;

  /** The offset of the first byte that is not stored. */
  get start(): number {
    return this.#start;
  }

  /** The offset of the next byte. */
  get end(): number {
    return this.#end;
  }

  get length(): number {
    return this.#end - this.#start;
  }

  /** Appends bytes. Throws a `TypeError` for a value without bytes. */
  add(audio: ArrayBuffer | ArrayBufferView): void {
    const bytes = copyOf(audio);
    if (bytes.length > 0) this.#parts.push({ offset: this.#end, bytes });
    this.#end += bytes.length;
  }

  /** Moves all bytes to later offsets. */
  shift(by: number): void {
    this.#parts = this.#parts.map(({ offset, bytes }) => ({ offset: offset + by, bytes }));
    this.#start += by;
    this.#end += by;
  }

  /** Drops the bytes before `offset`. */
  forget(offset: number): void {
    this.#parts = this.#parts.filter((part) => part.offset + part.bytes.length > offset);
    this.#start = Math.max(this.#start, Math.min(offset, this.#end));
  }

  /** The available bytes between two offsets, as few messages as possible. */
  *messages(from: number, to: number): Generator<{ readonly offset: number; readonly data: string }> {
    const end = Math.min(to, this.#end);
    for (let at = Math.max(from, this.#parts[0]?.offset ?? end); at < end; at += maxMessageBytes)
      yield { offset: at, data: base64(this.#bytes(at, Math.min(end, at + maxMessageBytes))) };
  }

  #bytes(from: number, to: number): Uint8Array {
    const bytes = new Uint8Array(to - from);
    for (const part of this.#parts) {
      const inside = part.bytes.subarray(Math.max(0, from - part.offset), Math.max(0, to - part.offset));
      if (inside.length > 0) bytes.set(inside, Math.max(0, part.offset - from));
    }
    return bytes;
  }
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
