import * as z from 'zod';
import { bodilessCreateContract, contract, createContract, json } from '#lib/platform/http/contract.ts';
import { modeField, pathId } from '#lib/platform/http/parameters.ts';
import * as transcriptions from '#lib/domain/transcriptions/contracts.ts';
import { TranscriptQuery } from '#lib/domain/transcriptions/get-transcript.ts';
import { GetQuery } from '#lib/domain/transcriptions/get-transcription.ts';
import { ListQuery } from '#lib/domain/transcriptions/list-transcriptions.ts';
import { ProjectParams } from '#lib/domain/organizations/params.ts';
import { ListedJobPage } from './listed-job.ts';
import * as realtime from '#lib/domain/realtime/contracts.ts';
import * as webhooks from '#lib/domain/webhooks/contracts.ts';
import * as uploads from '#lib/domain/uploads/contracts.ts';

// The API's own contracts, but authenticated by session, because the browser never has an API key.
const JobParams = ProjectParams.extend({ transcription_id: pathId('ofq', 'The id of the job.') });
const ModeQuery = z.strictObject({ mode: modeField });
// A Location header would name a path of the API, which does not accept a session.
const apart = { tag: 'Playground', location: undefined } as const;

export const createUpload = createContract({
  ...uploads.createUpload,
  operationId: 'createProjectUpload',
  ...apart,
  params: ProjectParams,
  query: ModeQuery,
  errors: [...uploads.createUpload.errors, 'not_found'],
});

export const createTranscription = createContract({
  ...transcriptions.createTranscription,
  operationId: 'createProjectTranscription',
  ...apart,
  params: ProjectParams,
  query: ModeQuery,
});

export const listTranscriptions = contract({
  ...transcriptions.listTranscriptions,
  operationId: 'listProjectTranscriptions',
  ...apart,
  success: json(200, ListedJobPage, { data: [], has_more: false, next_cursor: null }),
  params: ProjectParams,
  query: ListQuery.extend({ mode: modeField }),
  errors: [...transcriptions.listTranscriptions.errors, 'not_found'],
});

export const getTranscription = contract({
  ...transcriptions.getTranscription,
  operationId: 'getProjectTranscription',
  ...apart,
  params: JobParams,
  query: GetQuery.extend({ mode: modeField }),
});

export const deleteTranscription = contract({
  ...transcriptions.deleteTranscription,
  operationId: 'deleteProjectTranscription',
  ...apart,
  params: JobParams,
  query: ModeQuery,
});

export const getTranscript = contract({
  ...transcriptions.getTranscript,
  operationId: 'getProjectTranscript',
  ...apart,
  params: JobParams,
  query: TranscriptQuery.extend({ mode: modeField }),
});

export const retryTranscription = bodilessCreateContract({
  ...transcriptions.retryTranscription,
  operationId: 'retryProjectTranscription',
  ...apart,
  params: JobParams,
  query: ModeQuery,
});

export const listTranscriptionDeliveries = contract({
  ...webhooks.listTranscriptionDeliveries,
  operationId: 'listProjectTranscriptionDeliveries',
  ...apart,
  params: JobParams,
  query: ModeQuery,
});

export const getJobLedger = contract({
  ...transcriptions.getJobLedger,
  operationId: 'getProjectTranscriptionLedger',
  ...apart,
  params: JobParams,
  query: ModeQuery,
});

export const createSession = createContract({
  ...realtime.createSession,
  operationId: 'createProjectRealtimeSession',
  ...apart,
  params: ProjectParams,
  query: ModeQuery,
  errors: [...realtime.createSession.errors, 'not_found'],
});
