import type { FilePart } from './onnx-format.ts';

/** A file with constants of several graphs. Each is computed and written once. */
export class ConstantsFile {
  readonly #file: string;
  readonly #parts = new Map<string, FilePart>();
  readonly #contents: Uint8Array[] = [];
  #length = 0;

  /** `file` is its name in the folder of the graphs. */
  constructor(file: string) {
    this.#file = file;
  }

  /** Where the constant is. */
  place(name: string, data: () => ArrayBufferView): FilePart {
    const placed = this.#parts.get(name);
    if (placed) return placed;
    const { buffer, byteOffset, byteLength } = data();
    const part = { file: this.#file, offset: this.#length, length: byteLength };
    this.#parts.set(name, part);
    this.#contents.push(new Uint8Array(buffer, byteOffset, byteLength));
    this.#length += byteLength;
    return part;
  }

  /** The file in parts. */
  encode(): readonly Uint8Array[] {
    return this.#contents;
  }
}
