import * as z from 'zod';
import { contract, createContract } from '#lib/http/contract.ts';
import { pathId } from '#lib/http/parameters.ts';
import * as transcriptions from '#lib/transcriptions/contracts.ts';
import * as uploads from '#lib/uploads/contracts.ts';

// What these take and answer is what the API does, by a session instead of a key: the browser never holds one.
const ProjectParams = z.strictObject({ project_id: pathId('prj', 'One of your projects.') });
const JobParams = ProjectParams.extend({ transcription_id: pathId('ofq', 'Of the job.') });
const tag = 'Playground';

export const createUpload = createContract({
  ...uploads.createUpload,
  operationId: 'createProjectUpload',
  tag,
  params: ProjectParams,
  errors: [...uploads.createUpload.errors, 'not_found'],
});

export const createTranscription = createContract({
  ...transcriptions.createTranscription,
  operationId: 'createProjectTranscription',
  tag,
  params: ProjectParams,
});

export const listTranscriptions = contract({
  ...transcriptions.listTranscriptions,
  operationId: 'listProjectTranscriptions',
  tag,
  params: ProjectParams,
  errors: [...transcriptions.listTranscriptions.errors, 'not_found'],
});

export const getTranscription = contract({
  ...transcriptions.getTranscription,
  operationId: 'getProjectTranscription',
  tag,
  params: JobParams,
});

export const deleteTranscription = contract({
  ...transcriptions.deleteTranscription,
  operationId: 'deleteProjectTranscription',
  tag,
  params: JobParams,
});

export const getTranscript = contract({
  ...transcriptions.getTranscript,
  operationId: 'getProjectTranscript',
  tag,
  params: JobParams,
});
