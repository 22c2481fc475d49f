import { inProject } from './calls.ts';
import { request, type RequestOptions } from './request.ts';
import type { JobSearch } from '../jobs/job-search.ts';
import type {
  Delivery,
  Job,
  JobLedger,
  Page,
  Tenant,
  TranscriptionOptions,
  TranscriptionView,
  UploadGrant,
} from './types.ts';

export type JobRef = Tenant & { jobId: string };

const transcriptions = (projectId: string): string => `${inProject(projectId)}/transcriptions`;
const at = ({ projectId, jobId }: JobRef): string =>
  `${transcriptions(projectId)}/${encodeURIComponent(jobId)}`;

type Repeatable = Required<Pick<RequestOptions, 'idempotencyKey' | 'signal'>>;

/** The service determines the format from the file extension, because browsers disagree about MIME types of audio. */
export const createUpload = ({ projectId, mode }: Tenant, file: File, options: Repeatable) =>
  request<UploadGrant>('POST', `${inProject(projectId)}/transcription-uploads`, {
    query: { mode },
    body: { content_type: 'application/octet-stream', filename: file.name, size_bytes: file.size },
    ...options,
  });

export const createTranscription = (
  { projectId, mode }: Tenant,
  body: TranscriptionOptions & { filename: string } & ({ upload_id: string } | { audio_url: string }),
  options: Repeatable,
) => request<{ id: string }>('POST', transcriptions(projectId), { query: { mode }, body, ...options });

export const listTranscriptions = (
  { projectId, mode }: Tenant,
  { status, reference, cursor }: JobSearch = {},
) =>
  request<Page<Job>>('GET', transcriptions(projectId), {
    query: { mode, limit: '20', status, client_reference_id: reference, cursor },
  });

/** Long poll: the response arrives when the status changes, or after `wait` seconds. */
export const getTranscription = (jobRef: JobRef, wait: number, signal: AbortSignal) =>
  request<TranscriptionView>('GET', at(jobRef), {
    query: { mode: jobRef.mode, wait: String(wait), include: 'words' },
    signal,
  });

/** Creates a new job from a failed one. Idempotent: a second call returns the same new job. */
export const retryTranscription = (jobRef: JobRef) =>
  request<{ id: string }>('POST', `${at(jobRef)}/retry`, { query: { mode: jobRef.mode } });

/** Cancels an unfinished job, or erases an ended one. */
export const deleteTranscription = (jobRef: JobRef) =>
  request<void>('DELETE', at(jobRef), { query: { mode: jobRef.mode } });

/** The webhook deliveries about the end of a job. */
export const listJobDeliveries = (jobRef: JobRef) =>
  request<Page<Delivery>>('GET', `${at(jobRef)}/deliveries`, { query: { mode: jobRef.mode } });

/** The credit that a job held, returned and cost. */
export const getJobLedger = (jobRef: JobRef) =>
  request<JobLedger>('GET', `${at(jobRef)}/ledger`, { query: { mode: jobRef.mode } });

export const transcriptUrl = (jobRef: JobRef, format: string, language?: string): string =>
  `${at(jobRef)}/transcript?mode=${jobRef.mode}&format=${format}${language ? `&language=${language}` : ''}`;
