import type { AnyContract } from '#lib/http/contract.ts';
import { createTranscription, getTranscription } from '#lib/transcriptions/contracts.ts';
import { createUpload } from '#lib/uploads/contracts.ts';
import type { Route } from './routes.ts';

/** What callers may know of each route. A route without a contract does not compile. */
export const contracts: Record<Route, AnyContract> = {
  'POST /v1/transcription-uploads': createUpload,
  'POST /v1/transcriptions': createTranscription,
  'GET /v1/transcriptions/{transcription_id}': getTranscription,
};
