import type { Capabilities } from '../api/types.ts';
import { bytes } from '../format.ts';

const extensionOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The `accept` attribute of a file input. */
export const acceptOf = ({ audio_formats: formats }: Capabilities): string =>
  formats.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`)).join(',');

/** The reason why the service would refuse this file. Undefined if it would accept it. */
export const refusalOf = (
  file: File,
  { audio_formats: formats, limits }: Capabilities,
): string | undefined => {
  const known = formats.some(({ extensions }) => extensions.includes(extensionOf(file.name)));
  if (!known) {
    const names = formats.map(({ name }) => name.toUpperCase()).join(', ');
    return `The format of “${file.name}” is not supported. Convert it to one of these: ${names}.`;
  }
  if (file.size === 0) return `“${file.name}” is empty. Choose another file.`;
  if (file.size <= limits.file_max_bytes) return undefined;
  return `“${file.name}” has ${bytes(file.size)}, the maximum is ${bytes(limits.file_max_bytes)}. Split it, or use a format that compresses better.`;
};

/** The same file, under a name that the service accepts: without control characters, which nobody could see or remove here. */
export const wellNamed = (file: File): File => {
  const name = file.name.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
  return name === file.name ? file : new File([file], name, { type: file.type });
};
