import { Aws, CfnOutput, Duration, Stack, type App } from 'aws-cdk-lib/core';
import { DomainName, HttpApi, SecurityPolicy, WebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnPermission, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnBucket, HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { Concurrency } from './concurrency.ts';
import { AlarmTopics } from './constructs/alarm-topics.ts';
import { ConsoleSite } from './constructs/console-site.ts';
import { JobTable } from './constructs/job-table.ts';
import { mailOfSignIn } from './constructs/mail.ts';
import { pinLogicalId } from './constructs/pin-logical-id.ts';
import { PrivateBucket } from './constructs/private-bucket.ts';
import { SecretKey } from './constructs/secret-key.ts';
import { ServiceFunction } from './constructs/service-function.ts';
import { SignIn } from './constructs/sign-in.ts';
import { StripeSecrets } from './constructs/stripe-secrets.ts';
import { TableBackup } from './constructs/table-backup.ts';
import { watchCertificate } from './constructs/watch-certificate.ts';
import { watchTable } from './constructs/watch-jobs.ts';
import { WorkQueue } from './constructs/work-queue.ts';
import type { Settings } from './settings.ts';
import { commonProps, serviceName } from './stage.ts';

/** What all other stacks are made from. */
export type SharedProps = {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly concurrency: Concurrency;
};

/**
 * Everything that must survive: the table, buckets, queues, keys, the user pool, secrets, and the resources whose ids
 * are in addresses (APIs and distribution). The other stacks can be deleted and deployed again. The logical ids are
 * those of the first deployment.
 */
export class DataStack extends Stack {
  readonly table = new JobTable(this, 'Table');
  readonly audio: PrivateBucket<'uploads' | 'sources' | 'work' | 'work/*/heads'>;
  readonly results: PrivateBucket<'results'>;
  readonly queues = {
    fetch: new WorkQueue(this, 'Fetch', {
      logicalIds: { queue: 'FetchQueue6740759B', deadLetters: 'FetchDeadLetters4F9009CD' },
      variable: 'FETCH_QUEUE_URL',
      workerTimeout: Duration.minutes(12),
    }),
    split: new WorkQueue(this, 'Split', {
      logicalIds: { queue: 'SplitQueueC6500B55', deadLetters: 'SplitDeadLettersF729C9DA' },
      variable: 'SPLIT_QUEUE_URL',
      workerTimeout: Duration.minutes(15),
    }),
    chunk: new WorkQueue(this, 'Chunk', {
      logicalIds: { queue: 'ChunkQueue6AE4B5F8', deadLetters: 'ChunkDeadLettersC2842A7C' },
      variable: 'CHUNK_QUEUE_URL',
      workerTimeout: Duration.minutes(2),
    }),
    finish: new WorkQueue(this, 'Finish', {
      logicalIds: { queue: 'FinishQueue8EE4D084', deadLetters: 'FinishDeadLettersABDBB517' },
      variable: 'FINISH_QUEUE_URL',
      workerTimeout: Duration.minutes(2),
    }),
  };
  /** Separate from the job queues, because a dead letter here fails no job. */
  readonly webhooks = new WorkQueue(this, 'Webhook', {
    logicalIds: { queue: 'WebhookQueueCB2A9A4E', deadLetters: 'WebhookDeadLetters94E822C9' },
    variable: 'WEBHOOK_QUEUE_URL',
    workerTimeout: Duration.seconds(45),
  });
  readonly webhookKey = new SecretKey(this, 'WebhookKey', {
    logicalId: 'WebhookKeyFF363931',
    variable: 'WEBHOOK_KEY_ARN',
  });

  /** Its id is part of the host in every customer's base URL. Its routes and stage are in other stacks. */
  readonly httpApi = new HttpApi(this, 'Api', { apiName: serviceName(this), createDefaultStage: false });
  /** Also exists, without a stage, if realtime sessions are off, so that they can be turned on and off. */
  readonly webSocketApi = new WebSocketApi(this, 'RealtimeApi', {
    apiName: `${serviceName(this)}-realtime`,
    routeSelectionExpression: '$request.body.type',
  });
  readonly site: ConsoleSite;
  readonly alarms: AlarmTopics;
  readonly signIn: SignIn;
  /** Undefined if the settings list no products. */
  readonly stripe: StripeSecrets | undefined;

  constructor(app: App, id: string, { settings }: { readonly settings: Settings }) {
    super(app, id, {
      ...commonProps(settings),
      description: 'Earshot: data, people, secrets and addresses',
      terminationProtection: true,
    });
    pinLogicalId(this.httpApi, 'ApiF70053CD');
    pinLogicalId(this.webSocketApi, 'RealtimeApi');
    this.audio = new PrivateBucket(this, 'Audio', {
      logicalId: 'Audio9AB18887',
      variable: 'AUDIO_BUCKET',
      expireAfter: Duration.days(1),
      cors: [
        {
          allowedMethods: [HttpMethods.POST],
          allowedOrigins: settings.allowedOrigins,
          allowedHeaders: ['*'],
          exposedHeaders: ['ETag'],
          maxAge: 3000,
        },
      ],
    });
    this.results = new PrivateBucket(this, 'Results', {
      logicalId: 'Results25575328',
      variable: 'RESULTS_BUCKET',
      expireAfter: Duration.days(settings.resultRetentionDays),
    });
    watchTable(this.table);
    if (settings.backup) new TableBackup(this, 'Backup', { table: this.table, ...settings.backup });
    this.refuseOldSignatures();
    this.notifyOfUploads(
      new ServiceFunction(this, 'UploadReceived', {
        file: 'events/upload-received.ts',
        timeout: Duration.seconds(30),
        access: [this.table.allowWorker({ UpdateItem: ['uploads'] }), this.queues.split.allowSend()],
        logRetention: settings.logRetentionDays,
        onCall: {
          impact: 'Creating a job gets slower, because each upload must be looked up in S3.',
          firstLook: 'the log of events/upload-received.',
        },
      }),
    );
    const host = `${this.webSocketApi.apiId}.execute-api.${this.region}.${this.urlSuffix}`;
    // Sessions use AWS's host until EarshotApi is deployed with the own domain.
    const realtimeOrigins = [settings.realtimeDomain?.name ?? [], host].flat().map((name) => `wss://${name}`);
    this.site = new ConsoleSite(this, 'Site', {
      api: this.httpApi,
      audio: this.audio,
      realtimeOrigins: settings.realtime === 'on' ? realtimeOrigins : [],
      settings,
    });
    const { selfSignUp } = settings;
    const email = mailOfSignIn(settings);
    const origins = [...new Set([this.site.origin, `https://${this.site.host}`])];
    this.signIn = new SignIn(this, 'SignIn', { origins, selfSignUp, email });
    this.stripe = settings.products.length > 0 ? new StripeSecrets(this, 'Stripe') : undefined;
    this.giveDomains(settings);
    const { alarmEmail, alarmTopicArn: page, ticketTopicArn: ticket } = settings;
    this.alarms = new AlarmTopics(this, 'Alarms', { email: alarmEmail, page, ticket });
    // CloudFormation refuses to remove an export that a deployed stack imports, so these exports exist with all settings.
    const { tableName, tableArn } = this.table;
    const exported = [this.webSocketApi.apiId, this.httpApi.apiEndpoint, this.site.host, tableName, tableArn];
    for (const value of exported) this.exportValue(value);
    new CfnOutput(this, 'TableName', { value: this.table.used.name });
    new CfnOutput(this, 'AudioBucketName', { value: this.audio.bucketName });
    new CfnOutput(this, 'ResultsBucketName', { value: this.results.bucketName });
  }

  /**
   * Adds own domains. The operator's DNS points each at the host of an output. The stages in other stacks map the
   * domains to the APIs.
   */
  private giveDomains({ apiDomain, realtimeDomain, consoleDomain }: Settings) {
    if (consoleDomain) new CfnOutput(this, 'ConsoleDomainTarget', { value: this.site.host });
    for (const [part, own] of [
      ['Api', apiDomain],
      ['Realtime', realtimeDomain],
    ] as const) {
      if (!own) continue;
      const domain = new DomainName(this, `${part}Domain`, {
        domainName: own.name,
        certificate: Certificate.fromCertificateArn(this, `${part}Certificate`, own.certificateArn),
        securityPolicy: SecurityPolicy.TLS_1_2,
      });
      watchCertificate(domain, own);
      new CfnOutput(this, `${part}DomainTarget`, { value: domain.regionalDomainName });
    }
  }

  /** Defense in depth: upload policies are valid for 15 minutes, and the bucket refuses policies that were signed for longer. */
  private refuseOldSignatures() {
    this.audio.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['s3:PutObject'],
        resources: [this.audio.arnForObjects('uploads/*')],
        conditions: { NumericGreaterThan: { 's3:signatureAge': Duration.hours(1).toMilliseconds() } },
      }),
    );
  }

  /** Sets the bucket's own property, because `addEventNotification` would deploy a custom resource. */
  private notifyOfUploads(listener: IFunction) {
    const bucket = this.audio.node.defaultChild;
    if (!CfnBucket.isCfnBucket(bucket)) throw new Error('the audio bucket has no CfnBucket');
    // The bucket depends on this permission, so a reference to the bucket would be circular. CloudFormation names a
    // bucket after its stack and logical id, in lower case, with a random suffix.
    const bucketName = `${this.stackName}-${this.getLogicalId(bucket)}*`.toLowerCase();
    const permission = new CfnPermission(this, 'UploadNotification', {
      action: 'lambda:InvokeFunction',
      functionName: listener.functionArn,
      principal: 's3.amazonaws.com',
      sourceAccount: this.account,
      sourceArn: `arn:${Aws.PARTITION}:s3:::${bucketName}`,
    });
    bucket.notificationConfiguration = {
      lambdaConfigurations: [
        {
          event: 's3:ObjectCreated:*',
          function: listener.functionArn,
          filter: { s3Key: { rules: [{ name: 'prefix', value: 'uploads/' }] } },
        },
      ],
    };
    // S3 tests the destination when it is configured, so the permission must exist first.
    bucket.addResourceDependency(permission);
  }
}
