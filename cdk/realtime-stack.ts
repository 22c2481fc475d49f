import { CfnOutput, Stack, type App } from 'aws-cdk-lib/core';
import { CfnApiMapping, WebSocketApi, type IWebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { realtimeAuthorizer } from '#functions/realtime-routes.ts';
import { constant, type Access } from './constructs/access.ts';
import { lasting } from './constructs/alarm.ts';
import { everyMinute } from './constructs/every-minute.ts';
import { heapLimits } from './constructs/heap-limits.ts';
import { alarmOnLog } from './constructs/log-alarm.ts';
import { RealtimeFunction, realtimeOnCall, realtimeTimeout } from './constructs/realtime-function.ts';
import { RealtimeStage } from './constructs/realtime-stage.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { SessionEnder } from './constructs/session-ender.ts';
import { SessionRunner } from './constructs/session-runner.ts';
import { SpeechLayer, speechFolder } from './constructs/speech-layer.ts';
import { allowTranslation } from './constructs/translation.ts';
import type { DataStack, SharedProps } from './data-stack.ts';
import { endingSession, hearing, runningSession } from './realtime-access.ts';
import type { Settings } from './settings.ts';
import { commonProps } from './stage.ts';

/** Realtime sessions: the WebSocket API, the functions of its routes, and the runner that turns audio into text. */
export class RealtimeStack extends Stack {
  /** The address that clients connect to. */
  readonly address: Access;
  private readonly settings: Settings;
  private readonly data: DataStack;
  private readonly api: IWebSocketApi;
  private readonly stage: RealtimeStage;
  private readonly runner: SessionRunner;

  constructor(app: App, id: string, { settings, data, concurrency }: SharedProps) {
    super(app, id, { ...commonProps(settings), description: 'Earshot: realtime sessions' });
    this.settings = settings;
    this.data = data;
    const { apiId: webSocketId, apiEndpoint } = data.webSocketApi;
    // The API is imported, because the authorizer is created in the scope of the API, and EarshotData must not depend on
    // this stack.
    this.api = WebSocketApi.fromWebSocketApiAttributes(this, 'Api', { webSocketId, apiEndpoint });
    const { logRetentionDays: logRetention } = settings;
    const sessions = concurrency.realtimeSessions;
    this.stage = new RealtimeStage(this, 'Stage', { api: this.api, sessions, logRetention });
    const url = this.publish(settings);
    this.address = constant('REALTIME_URL', url);
    this.runner = this.runSessions(sessions);
    this.sweep();
    this.watchFailures();
    for (const { route } of this.routes()) this.stage.node.addDependency(route);
    new CfnOutput(this, 'RealtimeUrl', { value: url });
  }

  /** Maps the own domain, if there is one, to the stage. Returns the URL that clients connect to. */
  private publish({ realtimeDomain }: Settings): string {
    if (!realtimeDomain) return this.stage.url;
    new CfnApiMapping(this, 'RealtimeMapping', {
      apiId: this.api.apiId,
      domainName: realtimeDomain.name,
      stage: this.stage.stageName,
    }).node.addDependency(this.stage);
    return `wss://${realtimeDomain.name}`;
  }

  /** Lets a function send to clients and close their connections. */
  allowPost(): Access {
    return this.stage.allowPost();
  }

  private runSessions(sessions: number) {
    const { table, results, webhooks } = this.data;
    const { speechModels, translator, prepaid, limits, logRetentionDays: logRetention } = this.settings;
    const ender = new SessionEnder(this, 'EndSession', {
      access: [
        table.allowWorker(endingSession),
        results.allow({ PutObject: ['results'] }),
        webhooks.allowSend(),
        this.stage.allowPost(),
      ],
      logRetention,
    });
    return new SessionRunner(this, 'RunSession', {
      sessions,
      speech: new SpeechLayer(this, 'Speech', { folder: speechFolder, models: speechModels }),
      access: [
        table.allowWorker(runningSession, hearing(this.settings)),
        ender.allowStart(),
        this.stage.allowPost(),
        constant('SPEECH_MODELS', speechModels.join()),
        allowTranslation(translator),
        constant('PREPAID', prepaid),
        constant('LIMITS', JSON.stringify(limits)),
        ...heapLimits({ young: 4, old: 128 }),
      ],
      logRetention,
    });
  }

  private watchFailures() {
    alarmOnLog(this, 'RealtimeWakeFailed', {
      ...lasting,
      severity: 'page',
      impact: 'A realtime session got no runner, so its text comes up to a minute late.',
      firstLook:
        'the line realtime.wake_failed for its error: is Lambda throttling workers/run-session, or failing?',
    });
    alarmOnLog(this, 'RealtimePostFailed', {
      ...lasting,
      severity: 'page',
      // Each message is retried, 21 times in two seconds, and a client that reconnects gets what it missed.
      threshold: 50,
      impact: 'Text of realtime sessions reaches clients late or only after they reconnect.',
      firstLook:
        'in the log of workers/run-session the error of realtime.post_failed: one session that posts too much, or all of them?',
    });
  }

  private sweep() {
    everyMinute(this, 'SessionsDue', {
      file: 'workers/sweep-sessions.ts',
      access: [
        this.data.table.allowWorker({
          queryDue: ['realtimeSessions'],
          Query: ['realtimeSessions'],
          UpdateItem: ['realtimeSessions'],
          GetItem: ['realtimeSessions'],
        }),
        this.runner.allowStart(),
      ],
      logRetention: this.settings.logRetentionDays,
      impact:
        'Realtime sessions whose client is gone do not end, and runners that were lost are not replaced.',
    });
  }

  private routes(): RealtimeFunction[] {
    const { api, stage, runner } = this;
    const { table } = this.data;
    const { logRetentionDays: logRetention } = this.settings;
    const common = { api, logRetention };
    return [
      new RealtimeFunction(this, '$connect', {
        ...common,
        authorizer: this.authorizer(),
        access: [table.allowWorker({ UpdateItem: ['realtimeSessions'] }), runner.allowStart()],
        impact: 'Clients cannot connect to their realtime sessions.',
      }),
      new RealtimeFunction(this, '$disconnect', {
        ...common,
        access: [table.allowWorker({ UpdateItem: ['realtimeSessions'] })],
        impact: 'Runners learn late that a client is gone, and send to nothing meanwhile.',
      }),
      new RealtimeFunction(this, '$default', {
        ...common,
        access: [
          table.allowWorker({
            GetItem: ['realtimeSessions'],
            Query: ['realtimeSessions'],
            PutItem: ['realtimeSessions'],
            UpdateItem: ['realtimeSessions'],
          }),
          stage.allowPost(),
          runner.allowStart(),
        ],
        impact:
          'Audio of realtime sessions is not stored, so clients send it again and their text comes late.',
      }),
    ];
  }

  private authorizer() {
    const { settings } = this;
    return new ServiceFunction(this, 'RealtimeAuthorizer', {
      file: realtimeAuthorizer,
      timeout: realtimeTimeout,
      access: [
        this.data.table.allowWorker(
          { GetItem: ['realtimeSessions'], UpdateItem: ['realtimeSessions', 'realtimePlaces'] },
          hearing(settings),
        ),
        constant('PREPAID', settings.prepaid),
        constant('LIMITS', JSON.stringify(settings.limits)),
      ],
      logRetention: settings.logRetentionDays,
      onCall: realtimeOnCall('Clients cannot connect to their realtime sessions.', realtimeAuthorizer),
    });
  }
}
