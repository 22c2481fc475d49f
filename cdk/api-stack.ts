import { CfnOutput, Duration, Stack, type App } from 'aws-cdk-lib/core';
import { HttpRouteKey, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { offerOf } from '#lib/speech/engines/models.ts';
import type { ApiRoute } from '#functions/routes.ts';
import { constant, type Access } from './constructs/access.ts';
import { Alarm, lasting, repeated } from './constructs/alarm.ts';
import { alarmOnLog, logMetric } from './constructs/log-alarm.ts';
import { RouteFunction } from './constructs/route-function.ts';
import type { TableGrants } from './constructs/table-grants.ts';
import type { DataStack, SharedProps } from './data-stack.ts';
import { realtimeAccess, type RealtimeApiRoute } from './realtime-access.ts';
import type { RealtimeStack } from './realtime-stack.ts';
import { routeFunctions } from './route-functions.ts';
import type { Settings } from './settings.ts';
import { commonProps } from './stage.ts';
import { webhookAccess } from './webhook-access.ts';

/**
 * Authenticates by API key. One update counts the request, with a read as the fallback if writing fails. The request may
 * be recorded.
 */
const byKey: TableGrants = { GetItem: ['keys'], UpdateItem: ['keys'], PutItem: ['requests'] };

/** Reserves credit for a job, by the size of its audio. */
const reserveCredit: TableGrants = {
  GetItem: ['uploads', 'files'],
  Query: ['balances'],
  UpdateItem: ['balances'],
};

/** Reads usage, and how much of each limit is used. */
export const readUsage: TableGrants = {
  Query: ['usage'],
  GetItem: [
    'testQuotas',
    'projectQueues',
    'organizationQueues',
    'projectPlaces',
    'webhookMembers',
    'organizationWebhooks',
  ],
};

/**
 * The access of each route. `authentication` is the access needed to authenticate its caller. If a route of
 * functions/routes.ts is missing here, compilation fails.
 */
export const apiAccess = (
  data: DataStack,
  { resultRetentionDays, speechModels, translator, prepaid, realtime }: Settings,
  authentication: readonly TableGrants[] = [byKey],
): Record<Exclude<ApiRoute, RealtimeApiRoute>, readonly Access[]> => {
  const { table, audio, results, queues, webhooks } = data;
  const allow = (...grants: readonly TableGrants[]) => table.allow(...authentication, ...grants);
  const storing: TableGrants = { PutItem: ['uploads'] };
  // A browser that uploads with a signed policy has the rights of the function that signed it.
  const storingAccess = [audio.allow({ PutObject: ['uploads'] })];
  const queueing: readonly TableGrants[] = [
    {
      GetItem: ['jobs'],
      PutItem: ['jobs'],
      UpdateItem: ['projectQueues', 'organizationQueues'],
      ConditionCheckItem: ['testQuotas'],
      // The spend limit of the organization.
      Query: ['balances'],
    },
    prepaid ? reserveCredit : {},
  ];
  const queueingAccess = [
    constant('PREPAID', prepaid),
    queues.fetch.allowSend(),
    queues.split.allowSend(),
    constant('RESULT_RETENTION_DAYS', resultRetentionDays),
  ];
  const creating: readonly TableGrants[] = [...queueing, { UpdateItem: ['uploads'] }];
  // The options of a job that OpenAI's routes do not accept.
  const naming: TableGrants = { GetItem: ['webhookMembers'], ConditionCheckItem: ['files'] };
  const creatingAccess = [
    ...queueingAccess,
    audio.allow({ GetObject: ['uploads'], ListBucket: true }),
    constant('SPEECH_MODELS', speechModels.join()),
    constant('TRANSLATOR', translator),
  ];
  const polling: TableGrants = { GetItem: ['jobs'], Query: ['jobParts'], UpdateItem: ['waits'] };
  const reading = [results.allow({ GetObject: ['results'], ListBucket: true })];
  // These routes store the file, queue its job and wait for it.
  const waiting = [allow(storing, ...creating, polling), ...storingAccess, ...creatingAccess, ...reading];
  return {
    'POST /v1/transcription-uploads': [allow(storing), ...storingAccess],
    'POST /v1/transcriptions': [allow(...creating, naming), ...creatingAccess],
    'POST /v1/audio/transcriptions': waiting,
    'POST /v1/audio/translations': waiting,
    'GET /v1/models': [allow(), constant('SPEECH_MODELS', speechModels.join())],
    'POST /v1/transcriptions/{transcription_id}/retry': [
      allow(...queueing, { GetItem: ['uploads', 'files'], UpdateItem: ['jobs'] }),
      ...queueingAccess,
      audio.allow({ GetObject: ['uploads', 'sources'], ListBucket: true }),
    ],
    'GET /v1/transcriptions': [allow({ queryListed: ['jobs'] })],
    'DELETE /v1/transcriptions/{transcription_id}': [
      allow({
        GetItem: ['jobs'],
        // If the job was a realtime session, its text is also in the events of the session.
        Query: ['realtimeSessions'],
        UpdateItem: ['jobs', 'realtimeSessions', 'projectQueues', 'organizationQueues', 'balances'],
        PutItem: ['events'],
      }),
      webhooks.allowSend(),
      audio.allow({ DeleteObject: ['uploads', 'sources', 'work'], ListBucket: true }),
      results.allow({ DeleteObject: ['results'] }),
    ],
    'GET /v1/transcriptions/{transcription_id}/transcript': [allow({ GetItem: ['jobs'] }), ...reading],
    'GET /v1/transcriptions/{transcription_id}': [allow(polling), ...reading],
    'GET /v1/transcriptions/{transcription_id}/deliveries': [
      allow({ GetItem: ['jobs', 'deliveries', 'webhooks', 'webhookMembers'] }),
    ],
    'GET /v1/transcriptions/{transcription_id}/ledger': [allow({ GetItem: ['jobs'] })],
    'GET /v1/reports/usage': [allow(readUsage)],
    'GET /v1/reports/charges': [allow({ Query: ['charges'] })],
    'GET /v1/requests/{request_id}': [allow({ GetItem: ['requests'] })],
    'POST /v1/files': [
      allow({ GetItem: ['uploads', 'files'], PutItem: ['files'], UpdateItem: ['uploads'] }),
      audio.allow({ GetObject: ['uploads'], ListBucket: true }),
    ],
    'GET /v1/files': [allow({ queryListed: ['files'], GetItem: ['files'] })],
    'GET /v1/files/{file_id}': [allow({ GetItem: ['files'] })],
    'DELETE /v1/files/{file_id}': [
      allow({ GetItem: ['files'], UpdateItem: ['files'] }),
      audio.allow({ DeleteObject: ['uploads', 'work/*/heads'] }),
    ],
    ...webhookAccess(data, authentication),
    'GET /v1/asyncapi.json': [],
    'GET /v1/capabilities': [
      constant('RESULT_RETENTION_DAYS', resultRetentionDays),
      constant('SPEECH_MODELS', speechModels.join()),
      constant('TRANSLATOR', translator),
      constant('REALTIME', realtime === 'on'),
    ],
    'GET /v1/errors': [],
    'GET /v1/openapi.json': [],
  };
};

type ApiStackProps = SharedProps & {
  /** Undefined if realtime sessions are off. Then their routes do not exist either. */
  readonly realtime: RealtimeStack | undefined;
};

/** The HTTP API: one function for each of its routes, and one for all other paths. ConsoleStack publishes it. */
export class ApiStack extends Stack {
  private readonly httpApi: HttpApi;

  constructor(app: App, id: string, { settings, data, concurrency, realtime }: ApiStackProps) {
    super(app, id, { ...commonProps(settings), description: 'Earshot: the HTTP API' });
    this.httpApi = data.httpApi;
    const access = {
      ...apiAccess(data, settings),
      ...(realtime && realtimeAccess(data, settings, { authentication: [byKey], realtime })),
    };
    routeFunctions(this, { settings, data, concurrency, access });
    new RouteFunction(this, {
      api: this.httpApi,
      key: HttpRouteKey.DEFAULT,
      file: 'api/unmatched.ts',
      access: [constant('REALTIME', realtime !== undefined)],
      logRetention: settings.logRetentionDays,
    });
    this.watchFailures();
    const { accountQuota, apiDomain, stage } = settings;
    // With a stage, `concurrency.account` may be only a part of the account. In this case only the setting
    // `accountQuota` gives the whole.
    const whole = accountQuota ?? (stage === undefined ? concurrency.account : undefined);
    if (whole !== undefined) this.watchConcurrency(whole);
    const baseUrl = apiDomain ? `https://${apiDomain.name}` : this.httpApi.apiEndpoint;
    new CfnOutput(this, 'BaseUrl', { value: baseUrl });
    new CfnOutput(this, 'Languages', { value: offerOf(settings.speechModels).languages.join(' ') });
  }

  private watchFailures() {
    const period = Duration.minutes(5);
    alarmOnLog(this, 'LimiterFailedOpen', {
      ...repeated,
      severity: 'page',
      impact: 'Requests are let in without being counted, so the rate limit does not hold.',
      firstLook: 'throttles and errors of writes to the table.',
    });
    new Alarm(this, 'ServerErrors', {
      severity: 'page',
      metric: new MathExpression({
        // A few failed requests among few requests mean nothing. Anybody may ask for what is not offered.
        expression: 'IF(failed - FILL(declined, 0) > 2, 100 * (failed - FILL(declined, 0)) / requests, 0)',
        label: 'Percent of requests answered 5xx, without those for what is not offered',
        period,
        usingMetrics: {
          failed: this.httpApi.metricServerError(),
          declined: logMetric(this, 'NotOffered', { period, statistic: 'Sum' }),
          requests: this.httpApi.metricCount(),
        },
      }),
      threshold: 0.5,
      ...lasting,
      impact: 'More than one request in two hundred fails with a 5xx status.',
      firstLook: 'the access log for status >= 500: its routeKey names the function whose log to open.',
    });
  }

  /** The metric covers all functions of the account in this region, because they share one quota. */
  private watchConcurrency(account: number) {
    new Alarm(this, 'Concurrency', {
      severity: 'page',
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'ConcurrentExecutions',
        period: Duration.minutes(1),
        statistic: 'Maximum',
      }),
      threshold: Math.floor(0.8 * account),
      evaluationPeriods: 5,
      datapointsToAlarm: 3,
      impact:
        'Four fifths of the concurrent executions of the account are in use; when all are, callers get 503 and work waits.',
      firstLook:
        'ConcurrentExecutions by function: is it a backlog, waiting polls, or something else in this account? Then ask Service Quotas for more and raise accountConcurrency.',
    });
  }
}
