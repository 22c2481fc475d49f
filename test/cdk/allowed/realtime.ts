import { byKey, inProject, items, noForgery, noSpending } from './parts.ts';

const post = ['POST', 'DELETE'].map(
  (method) =>
    `execute-api:ManageConnections arn:AWS::Partition:execute-api:AWS::Region:AWS::AccountId:RealtimeApi/realtime/${method}/@connections/*`,
);
const start = 'lambda:InvokeFunction RunSession';
/** Denies for the runner: the terms of a session. */
const noTerms = [
  ...['options', 'keyId', 'transcriptionId', 'secretHash', 'secretExpiresAt'],
  ...['startedAt', 'endedAt', 'billedMicroUsd'],
].map((name) => `never dynamodb:UpdateItem Table if ForAnyValue:StringLike dynamodb:Attributes ${name}`);
const sessions = ['prj_*/rts_*'];

const endingSession = [
  ...items({
    GetItem: sessions,
    Query: sessions,
    PutItem: [...sessions, 'prj_*/ofq_*', 'prj_*/ledger', 'prj_*/evt_*'],
    UpdateItem: [...sessions, 'prj_*/realtime', 'prj_*/usage', 'org_*/balance', 'prj_*/quota'],
  }),
  's3:PutObject Results/results/*',
  'sqs:SendMessage WebhookQueue',
];
/** Denies for workers that end sessions: they create the job of a session, which has a fingerprint and is listed. */
const noOtherForgery = noForgery.filter((line) => !/PutItem.* (?:fingerprint|listed_\w+)$/.test(line));
/** Denies for the runner: it puts events, which have ids. */
const noForgeryButIds = noForgery.filter((line) => !line.endsWith(' id'));
const creating = items({
  GetItem: [...sessions, 'prj_*/realtime', 'prj_*/quota', 'prj_*/webhook-members'],
  PutItem: sessions,
  Query: ['org_*/balance'],
});

/** The grants of each function of realtime sessions. */
export const realtimeGrants: Record<string, string[]> = {
  'api/realtime-sessions/create.ts': [...byKey, ...creating],
  'api/realtime-sessions/list.ts': [
    ...byKey,
    ...items({ GetItem: sessions }),
    'dynamodb:Query Table/index/listed prj_*/realtime',
  ],
  'api/realtime-sessions/get.ts': [...byKey, ...items({ GetItem: sessions })],
  'api/realtime-sessions/list-events.ts': [
    ...byKey,
    ...items({ GetItem: sessions, Query: sessions, UpdateItem: ['org_*/waits', 'prj_*/waits'] }),
  ],
  'api/realtime-sessions/delete.ts': [...byKey, ...endingSession, ...post],
  'platform/realtime-sessions/create.ts': [...inProject, ...creating],
  'realtime/authorize.ts': [
    ...items({
      GetItem: [...sessions, 'prj_*/realtime', 'prj_*/quota'],
      UpdateItem: [...sessions, 'prj_*/realtime'],
    }),
    ...noForgery,
    ...noSpending,
  ],
  'realtime/connect.ts': [...items({ UpdateItem: sessions }), ...noForgery, ...noSpending, start],
  'realtime/disconnect.ts': [...items({ UpdateItem: sessions }), ...noForgery, ...noSpending],
  'realtime/receive.ts': [
    ...items({ GetItem: sessions, Query: sessions, PutItem: sessions, UpdateItem: sessions }),
    ...noForgery,
    ...noSpending,
    ...post,
    start,
  ],
  'workers/run-session.ts': [
    ...items({
      GetItem: [...sessions, 'prj_*/realtime', 'prj_*/quota'],
      Query: sessions,
      PutItem: sessions,
      UpdateItem: sessions,
    }),
    ...noForgeryButIds,
    ...noSpending,
    ...noTerms,
    ...post,
    start,
    'lambda:InvokeFunction EndSession',
  ],
  'workers/end-session.ts': [...endingSession, ...noOtherForgery, ...post],
  'workers/sweep-sessions.ts': [
    ...items({ GetItem: sessions, Query: sessions, UpdateItem: sessions }),
    ...noForgery,
    ...noSpending,
    'dynamodb:Query Table/index/due realtime-*',
    start,
  ],
};
