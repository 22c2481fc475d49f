import { overLimit } from '#lib/domain/billing/spend-limit.ts';
import { type Allowance, allowance } from '#lib/domain/realtime/allowance.ts';
import type { Connections } from '#lib/domain/realtime/connections.ts';
import type { CreateSessionDeps } from '#lib/domain/realtime/create-session.ts';
import type { DeleteSessionDeps } from '#lib/domain/realtime/delete-session.ts';
import type { EndMessage, RequestEnd } from '#lib/domain/realtime/end-session.ts';
import { type EraseSession, sessionEraser } from '#lib/domain/realtime/erase-session.ts';
import type { ListEventsDeps } from '#lib/domain/realtime/list-events.ts';
import { dynamoSessions } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import type { RunMessage, Wake } from '#lib/domain/realtime/wake-runner.ts';
import { lambda, webSocketConnections } from '#lib/platform/aws/clients.ts';
import { openConnections } from '#lib/platform/aws/connections.ts';
import { openFunction } from '#lib/platform/aws/functions.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { readConfig, textVariable } from '#lib/platform/config.ts';
import { livePermitDeps } from '#lib/platform/limits/acquire-permits.ts';
import { testQuotaOf } from '#lib/platform/limits/test-quota.ts';
import { waitLimiter } from '#lib/platform/limits/waits.ts';
import { languagePairsOf } from '#lib/speech/translation/translators.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveResults } from './buckets.ts';
import { now } from './clock.ts';
import { liveWebhookQueue } from './queues.ts';
import { liveLimits, livePrepaid, liveRetentionDays } from './settings.ts';
import { liveSpeechOffer, liveTranslatorName } from './speech.ts';
import { liveJobUrlChecker } from './webhook-urls.ts';

/** Whether a session may process more audio. */
export const liveAllowance = (table: Table): Allowance =>
  allowance({ table, prepaid: livePrepaid(), testQuota: testQuotaOf(liveLimits()), now });

/** The clients of the WebSocket API. */
export const liveConnections = (): Connections => {
  const { REALTIME_ENDPOINT: endpoint } = readConfig({ REALTIME_ENDPOINT: textVariable });
  return openConnections(webSocketConnections(endpoint));
};

/** Starts a runner. */
export const liveWake = (): Wake =>
  openFunction<RunMessage>(lambda(), readConfig({ RUN_SESSION_FUNCTION: textVariable }).RUN_SESSION_FUNCTION);

/** Starts this function again, as the next runner. */
export const liveSuccessor = (): Wake =>
  openFunction<RunMessage>(
    lambda(),
    readConfig({ AWS_LAMBDA_FUNCTION_NAME: textVariable }).AWS_LAMBDA_FUNCTION_NAME,
  );

/** Starts the function that ends a session. */
export const liveRequestEnd = (): RequestEnd =>
  openFunction<EndMessage>(lambda(), readConfig({ END_SESSION_FUNCTION: textVariable }).END_SESSION_FUNCTION);

/** Erases the text of sessions whose job was deleted. */
export const liveSessionEraser = (table: Table): EraseSession => sessionEraser(dynamoSessions(table));

export type NewSessionDeps = Omit<CreateSessionDeps, 'newId'> & {
  /** The base URL of WebSockets; undefined if realtime sessions are not deployed. */
  readonly realtimeUrl: string | undefined;
};

/** Dependencies of creating a session. */
export const liveCreateSession = (table: Table): NewSessionDeps => ({
  sessions: dynamoSessions(table),
  allowance: liveAllowance(table),
  isOverLimit: overLimit(table, now),
  models: liveSpeechOffer().models,
  translation: languagePairsOf(liveTranslatorName()),
  checkWebhookUrl: liveJobUrlChecker(table),
  now,
  retentionDays: liveRetentionDays(),
  realtimeUrl: readConfig({ REALTIME_URL: textVariable.optional() }).REALTIME_URL,
});

/** Dependencies of `listEvents`. */
export const liveListEvents = (table: Table): ListEventsDeps => ({
  sessions: dynamoSessions(table),
  now,
  sleep: (ms) => sleep(ms),
  beginWait: waitLimiter(livePermitDeps(table), liveLimits()),
});

/** Dependencies of `deleteSession`. */
export const liveDeleteSession = (table: Table): DeleteSessionDeps => ({
  sessions: dynamoSessions(table),
  results: liveResults(),
  sendWebhook: liveWebhookQueue(),
  ...liveConnections(),
  now,
});
