import type { ApiRoute, ConsoleRoute } from '#functions/routes.ts';
import type { Access } from './constructs/access.ts';
import type { TableGrants } from './constructs/table-grants.ts';
import type { DataStack } from './data-stack.ts';
import type { PeopleRoute } from './people-stack.ts';
import type { RealtimeApiRoute, RealtimeConsoleRoute } from './realtime-access.ts';

export type PlaygroundRoute = Exclude<Extract<ConsoleRoute, `${string}/transcription${string}`>, PeopleRoute>;

/** The additional access of the console's list: the job of each row, and the first words of its text. */
export const jobListAccess = (
  { table, results }: Pick<DataStack, 'table' | 'results'>,
  authentication: readonly TableGrants[],
): readonly Access[] => [
  table.allow(...authentication, { queryListed: ['jobs'], GetItem: ['jobs'] }),
  results.allow({ GetObject: ['results'], ListBucket: true }),
];

/**
 * The playground has the rights of the API routes that it mirrors, except for its `list`. `api` is the access of those
 * routes with session authentication.
 */
export const playgroundAccess = (
  api: Record<Exclude<ApiRoute, RealtimeApiRoute>, readonly Access[]>,
  console: readonly Access[],
  list: readonly Access[],
): Record<PlaygroundRoute, readonly Access[]> => ({
  'POST /api/platform/v1/projects/{project_id}/transcription-uploads': [
    ...console,
    ...api['POST /v1/transcription-uploads'],
  ],
  'POST /api/platform/v1/projects/{project_id}/transcriptions': [
    ...console,
    ...api['POST /v1/transcriptions'],
  ],
  'POST /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/retry': [
    ...console,
    ...api['POST /v1/transcriptions/{transcription_id}/retry'],
  ],
  'GET /api/platform/v1/projects/{project_id}/transcriptions': [...console, ...list],
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}': [
    ...console,
    ...api['GET /v1/transcriptions/{transcription_id}'],
  ],
  'DELETE /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}': [
    ...console,
    ...api['DELETE /v1/transcriptions/{transcription_id}'],
  ],
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/deliveries': [
    ...console,
    ...api['GET /v1/transcriptions/{transcription_id}/deliveries'],
  ],
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/transcript': [
    ...console,
    ...api['GET /v1/transcriptions/{transcription_id}/transcript'],
  ],
});

/** The playground's access to realtime sessions, which follows the same rule. */
export const liveAccess = (
  api: Record<RealtimeApiRoute, readonly Access[]>,
  console: readonly Access[],
): Record<RealtimeConsoleRoute, readonly Access[]> => ({
  'POST /api/platform/v1/projects/{project_id}/realtime/sessions': [
    ...console,
    ...api['POST /v1/realtime/sessions'],
  ],
});
