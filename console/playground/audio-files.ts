import type { Capabilities } from '../api/types.ts';
import { bytes } from '../format.ts';

/** The recordings of jobs queued in this window, to be played along with their text; nothing is stored. */
const recordings = new Map<string, File>();
export const keepRecording = (jobId: string, file: File): Map<string, File> => recordings.set(jobId, file);
export const recordingOf = (jobId: string): File | undefined => recordings.get(jobId);

const extensionOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** What a file chooser should offer. */
export const acceptOf = ({ audio_formats: formats }: Capabilities): string =>
  formats.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`)).join(',');

/** Why the service would not take this file, before any of it is sent. */
export const refusalOf = (
  file: File,
  { audio_formats: formats, limits }: Capabilities,
): string | undefined => {
  const known = formats.some(({ extensions }) => extensions.includes(extensionOf(file.name)));
  if (!known) {
    const names = formats.map(({ name }) => name.toUpperCase()).join(', ');
    return `“${file.name}” is not one of the formats that are transcribed: ${names}. Convert it, or choose another file.`;
  }
  if (file.size === 0) return `“${file.name}” is empty. Choose another file.`;
  if (file.size <= limits.file_max_bytes) return undefined;
  return `“${file.name}” has ${bytes(file.size)}; the most is ${bytes(limits.file_max_bytes)}. Cut it, or use a format that compresses better.`;
};
