import type { ApiRoute, ConsoleRoute } from '#functions/routes.ts';
import { constant, type Access } from './constructs/access.ts';
import type { TableGrants, WorkerGrants } from './constructs/table-grants.ts';
import type { DataStack } from './data-stack.ts';
import type { Settings } from './settings.ts';

/** The routes that exist only if realtime sessions are on. */
export type RealtimeApiRoute = Extract<ApiRoute, `${string} /v1/realtime/${string}`>;
export type RealtimeConsoleRoute = Extract<ConsoleRoute, `${string}/realtime/${string}`>;

/** The grants to end a session. One transaction creates its job, charges for it and frees its place. */
export const endingSession = {
  GetItem: ['realtimeSessions'],
  Query: ['realtimeSessions'],
  PutItem: ['realtimeSessions', 'jobs', 'charges', 'events'],
  UpdateItem: ['realtimeSessions', 'realtimePlaces', 'usage', 'balances', 'testQuotas'],
} as const satisfies WorkerGrants;

/** The grants of a runner. It writes its lease, its decisions and its events. It may not write who is charged, or how much. */
export const runningSession = {
  GetItem: ['realtimeSessions'],
  Query: ['realtimeSessions'],
  PutItem: ['realtimeSessions'],
  UpdateItem: ['realtimeSessions'],
  keepsTerms: true,
} as const satisfies WorkerGrants;

/**
 * The access needed to process more audio of a session: the credit, or in test mode the quota, and the live sessions
 * that share it.
 */
export const hearing = ({ prepaid }: Settings): WorkerGrants => ({
  GetItem: [
    'testQuotas',
    'realtimePlaces',
    'realtimeSessions',
    ...(prepaid ? (['projectPlaces'] as const) : []),
  ],
  ...(prepaid && { Query: ['balances'] }),
});

type RealtimeAccess = {
  /** The access needed to authenticate the caller. */
  readonly authentication: readonly TableGrants[];
  readonly realtime: {
    /** The address that clients connect to. */
    readonly address: Access;
    /** Lets a function send to clients and close their connections. */
    readonly allowPost: () => Access;
  };
};

/** The access of each route of realtime sessions. If a route is missing here, compilation fails. */
export const realtimeAccess = (
  { table, results, webhooks }: DataStack,
  settings: Settings,
  { authentication, realtime }: RealtimeAccess,
): Record<RealtimeApiRoute, readonly Access[]> => ({
  'POST /v1/realtime/sessions': [
    table.allow(
      ...authentication,
      {
        GetItem: ['realtimeSessions', 'webhookMembers'],
        PutItem: ['realtimeSessions'],
        Query: ['balances'],
      },
      hearing(settings),
    ),
    realtime.address,
    constant('PREPAID', settings.prepaid),
    constant('RESULT_RETENTION_DAYS', settings.resultRetentionDays),
    constant('SPEECH_MODELS', settings.speechModels.join()),
    constant('TRANSLATOR', settings.translator),
  ],
  'GET /v1/realtime/sessions': [
    table.allow(...authentication, { GetItem: ['realtimeSessions'], queryListed: ['realtimeSessions'] }),
  ],
  'GET /v1/realtime/sessions/{session_id}': [
    table.allow(...authentication, { GetItem: ['realtimeSessions'] }),
  ],
  'GET /v1/realtime/sessions/{session_id}/events': [
    table.allow(...authentication, {
      GetItem: ['realtimeSessions'],
      Query: ['realtimeSessions'],
      UpdateItem: ['waits'],
    }),
  ],
  'DELETE /v1/realtime/sessions/{session_id}': [
    table.allow(...authentication, endingSession),
    results.allow({ PutObject: ['results'] }),
    webhooks.allowSend(),
    realtime.allowPost(),
  ],
});
