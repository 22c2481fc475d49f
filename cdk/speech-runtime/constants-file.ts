import type { FilePart } from './onnx-format.ts';

/** A file of constants that several graphs share. Each constant is computed and written once. */
export class ConstantsFile {
  /** The name of the file in the folder of the graphs. */
  readonly name: string;
  readonly #parts = new Map<string, FilePart>();
  readonly #contents: Uint8Array[] = [];
  #length = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** The place of a constant in the file. Adds the constant if it is new. */
  place(constant: string, data: () => ArrayBufferView): FilePart {
    const placed = this.#parts.get(constant);
    if (placed) return placed;
    const { buffer, byteOffset, byteLength } = data();
    const part = { file: this.name, offset: this.#length, length: byteLength };
    this.#parts.set(constant, part);
    this.#contents.push(new Uint8Array(buffer, byteOffset, byteLength));
    this.#length += byteLength;
    return part;
  }

  /** The content of the file, in parts. */
  encode(): readonly Uint8Array[] {
    return this.#contents;
  }
}
