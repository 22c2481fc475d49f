import { getCapabilities, getErrors, getOpenApi } from '#lib/about/contracts.ts';
import { createFile, deleteFile, getFile, listFiles } from '#lib/files/contracts.ts';
import type { AnyContract } from '#lib/http/contract.ts';
import type { Operation } from '#lib/openapi/operation.ts';
import {
  createTranscription,
  deleteTranscription,
  getTranscript,
  getTranscription,
  listTranscriptions,
} from '#lib/transcriptions/contracts.ts';
import { createUpload } from '#lib/uploads/contracts.ts';
import { isRoute, type Route, routes } from './routes.ts';

/** What callers may know of each route. A route without a contract does not compile. */
export const contracts: Readonly<Record<Route, AnyContract>> = {
  'POST /v1/transcription-uploads': createUpload,
  'POST /v1/transcriptions': createTranscription,
  'GET /v1/transcriptions': listTranscriptions,
  'GET /v1/transcriptions/{transcription_id}': getTranscription,
  'DELETE /v1/transcriptions/{transcription_id}': deleteTranscription,
  'GET /v1/transcriptions/{transcription_id}/transcript': getTranscript,
  'POST /v1/files': createFile,
  'GET /v1/files': listFiles,
  'GET /v1/files/{file_id}': getFile,
  'DELETE /v1/files/{file_id}': deleteFile,
  'GET /v1/capabilities': getCapabilities,
  'GET /v1/errors': getErrors,
  'GET /v1/openapi.json': getOpenApi,
};

/** Every route with its contract, in the order of the table. */
export const operations: readonly Operation[] = Object.keys(routes)
  .filter(isRoute)
  .map((route) => {
    const [method = '', path = ''] = route.split(' ');
    return { method, path, ...routes[route], contract: contracts[route] };
  });

/** The capabilities that routes serve: "Realtime sessions" as `realtime_sessions`. */
export const served = Object.fromEntries(
  operations
    .filter(({ audience }) => audience === 'api_key')
    .map(({ contract, capability }) => [contract.tag.toLowerCase().replaceAll(' ', '_'), capability]),
);
