import { createTranscription, createUpload } from '../api/transcription-calls.ts';
import type { Tenant, TranscriptionOptions } from '../api/types.ts';
import { keepRecording } from './audio-files.ts';
import { postFile } from './post-file.ts';

type Sending = {
  tenant: Tenant;
  file: File;
  options: TranscriptionOptions;
  signal: AbortSignal;
  onProgress: (sent: number) => void;
};

/** Requests an upload, posts the file and creates the job. Resolves to the job's id. */
export const send = async ({ tenant, file, options, signal, onProgress }: Sending): Promise<string> => {
  const grant = await createUpload(tenant, file, signal);
  await postFile(grant, file, { signal, onProgress });
  const { id } = await createTranscription(
    tenant,
    { upload_id: grant.id, filename: file.name, ...options },
    signal,
  );
  keepRecording(id, file);
  return id;
};
