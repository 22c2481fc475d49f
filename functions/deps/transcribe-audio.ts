import type { AudioDeps } from '#lib/domain/openai/transcribe-audio.ts';
import { putUpload } from '#lib/domain/uploads/upload-repository.ts';
import { dynamoTranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.dynamodb.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveAudio } from './buckets.ts';
import { liveCreateTranscription } from './create-transcription.ts';
import { liveGetTranscription } from './get-transcription.ts';
import { liveLimits } from './settings.ts';

/** Dependencies of `transcribeAudio`. */
export const liveTranscribeAudio = (table: Table): AudioDeps => ({
  ...liveGetTranscription(table),
  ...liveCreateTranscription(table),
  store: dynamoTranscriptionRepository(table, liveLimits()),
  putUpload: (upload) => putUpload(table, upload),
  audio: liveAudio(),
});
