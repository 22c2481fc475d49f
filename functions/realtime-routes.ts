/**
 * The functions of the WebSocket API of realtime sessions, with paths relative to functions/. All messages take the route
 * `$default`, so that one function handles them with one pool of warm processes.
 */
export const realtimeRoutes = {
  $connect: 'realtime/connect.ts',
  $disconnect: 'realtime/disconnect.ts',
  $default: 'realtime/receive.ts',
} as const;

export type RealtimeRoute = keyof typeof realtimeRoutes;

/** Decides who may connect. */
export const realtimeAuthorizer = 'realtime/authorize.ts';

/** Recognizes one session at a time. */
export const sessionRunner = 'workers/run-session.ts';

/** Ends a session that its runner has closed. */
export const sessionEnder = 'workers/end-session.ts';
