import { items, noForgery } from './parts.ts';

const post = ['POST', 'DELETE'].map(
  (method) =>
    `execute-api:ManageConnections arn:AWS::Partition:execute-api:AWS::Region:AWS::AccountId:RealtimeApi/realtime/${method}/@connections/*`,
);
const start = 'lambda:InvokeFunction RunSession';
const sessions = ['prj_*/rts_*'];

/** Grants of functions that end sessions. They create the job of a session, which is listed. */
const endingSession = [
  ...items({
    GetItem: sessions,
    Query: sessions,
    PutItem: [...sessions, 'prj_*/ofq_*', 'prj_*/ledger', 'prj_*/evt_*'],
    UpdateItem: [...sessions, 'prj_*/realtime', 'prj_*/usage', 'org_*/balance', 'prj_*/quota'],
  }),
  ...noForgery.filter((line) => !/PutItem.*listed_/.test(line)),
  's3:PutObject Results/results/*',
  'sqs:SendMessage WebhookQueue',
];

/** The grants of each function of realtime sessions. */
export const realtimeGrants: Record<string, string[]> = {
  'realtime/authorize.ts': items({
    GetItem: [...sessions, 'prj_*/quota'],
    UpdateItem: [...sessions, 'prj_*/realtime'],
  }),
  'realtime/connect.ts': [...items({ UpdateItem: sessions }), start],
  'realtime/disconnect.ts': items({ UpdateItem: sessions }),
  'realtime/receive.ts': [
    ...items({ GetItem: sessions, PutItem: sessions, UpdateItem: sessions }),
    ...post,
    start,
  ],
  'workers/run-session.ts': [
    ...endingSession,
    ...items({ GetItem: ['prj_*/quota'], ConditionCheckItem: sessions }),
    ...post,
    start,
  ],
  'workers/sweep-sessions.ts': [...endingSession, 'dynamodb:Query Table/index/due realtime-*', start],
};
