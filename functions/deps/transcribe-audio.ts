import type { AudioDeps } from '#lib/domain/openai/transcribe-audio.ts';
import { putUpload } from '#lib/domain/uploads/upload-repository.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveAudio } from './buckets.ts';
import { liveCreateTranscription } from './create-transcription.ts';
import { liveGetTranscription } from './get-transcription.ts';

/** Dependencies of `transcribeAudio`. */
export const liveTranscribeAudio = (table: Table): AudioDeps => {
  const creating = liveCreateTranscription(table);
  return {
    ...liveGetTranscription(table),
    ...creating,
    putUpload: (upload) => putUpload(table, upload),
    audio: liveAudio(),
  };
};
