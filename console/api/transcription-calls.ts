import { inProject } from './calls.ts';
import { request } from './request.ts';
import type {
  Page,
  TranscriptionOptions,
  TranscriptionSummary,
  TranscriptionView,
  UploadGrant,
} from './types.ts';

/** One job: its id, and the project it belongs to. */
export type JobPlace = { projectId: string; jobId: string };

const transcriptions = (projectId: string): string => `${inProject(projectId)}/transcriptions`;
const at = ({ projectId, jobId }: JobPlace): string =>
  `${transcriptions(projectId)}/${encodeURIComponent(jobId)}`;

/** The name's extension tells the format; what a browser takes for the type of a file differs too much. */
export const createUpload = (projectId: string, file: File, signal: AbortSignal) =>
  request<UploadGrant>('POST', `${inProject(projectId)}/transcription-uploads`, {
    body: { content_type: 'application/octet-stream', filename: file.name, size_bytes: file.size },
    idempotencyKey: crypto.randomUUID(),
    signal,
  });

export const createTranscription = (
  projectId: string,
  body: TranscriptionOptions & { upload_id: string },
  signal: AbortSignal,
) =>
  request<{ id: string }>('POST', transcriptions(projectId), {
    body,
    idempotencyKey: crypto.randomUUID(),
    signal,
  });

export const listTranscriptions = (projectId: string, cursor?: string) =>
  request<Page<TranscriptionSummary>>('GET', transcriptions(projectId), { query: { limit: '10', cursor } });

/** With `wait` (seconds) the answer is held back until the status changes. */
export const getTranscription = (place: JobPlace, wait: number, signal: AbortSignal) =>
  request<TranscriptionView>('GET', at(place), {
    query: { wait: String(wait), include: 'words' },
    signal,
  });

/** Queues a failed job again; asking twice leads to the same new job. */
export const retryTranscription = (place: JobPlace) => request<{ id: string }>('POST', `${at(place)}/retry`);

/** Cancels a job on its way; erases one that has ended. */
export const deleteTranscription = (place: JobPlace) => request<void>('DELETE', at(place));

export const transcriptUrl = (place: JobPlace, format: string, language?: string): string =>
  `${at(place)}/transcript?format=${format}${language ? `&language=${language}` : ''}`;
