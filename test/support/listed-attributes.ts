import { ListedFile } from '#lib/domain/files/file.ts';
import { ListedTranscription } from '#lib/domain/transcriptions/listed-transcription.ts';

/** The attributes that the index of the lists must project. */
export const listedAttributes: readonly string[] = [
  ...new Set([...Object.keys(ListedTranscription.shape), ...Object.keys(ListedFile.shape)]),
];
