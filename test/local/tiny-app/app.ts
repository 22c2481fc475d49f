import { buildSync } from 'esbuild';
import { App, Aws, CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, WebSocketApi, WebSocketStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { HttpLambdaIntegration, WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { AttributeType, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { CfnPermission, Code, Function, Runtime, type FunctionOptions } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { join } from 'node:path';

/** Synthesizes three stacks with every kind of resource that the local stack supports. Returns the assembly's folder. */
export const synthesizeTinyApp = (outdir: string): string => {
  const bundles = join(outdir, 'bundles');
  buildSync({
    entryPoints: ['route', 'worker', 'listener', 'socket'].map((name) =>
      join(import.meta.dirname, `${name}.ts`),
    ),
    outdir: bundles,
    outbase: import.meta.dirname,
    entryNames: '[name]/index',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
  });
  const aFunction = (stack: Stack, name: string, options: FunctionOptions = {}) =>
    new Function(stack, name, {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromAsset(join(bundles, name)),
      memorySize: 256,
      ...options,
    });

  const app = new App({ outdir, context: { '@aws-cdk/core:validateAgainstDefaultRules': false } });
  const data = new Stack(app, 'TinyData');
  const table = new Table(data, 'Table', {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    timeToLiveAttribute: 'ttl',
  });
  table.addGlobalSecondaryIndex({
    indexName: 'by_kind',
    partitionKey: { name: 'kind', type: AttributeType.STRING },
    projectionType: ProjectionType.KEYS_ONLY,
  });
  const dead = new Queue(data, 'Dead');
  const queue = new Queue(data, 'Queue', {
    visibilityTimeout: Duration.seconds(30),
    deadLetterQueue: { queue: dead, maxReceiveCount: 3 },
  });
  const listener = aFunction(data, 'listener', { environment: { TABLE_NAME: table.tableName } });
  table.grant(listener, 'dynamodb:PutItem');
  const bucket = new CfnBucket(data, 'Bucket', {
    notificationConfiguration: {
      lambdaConfigurations: [
        {
          event: 's3:ObjectCreated:*',
          function: listener.functionArn,
          filter: { s3Key: { rules: [{ name: 'prefix', value: 'in/' }] } },
        },
      ],
    },
  });
  void new CfnPermission(data, 'MayNotify', {
    action: 'lambda:InvokeFunction',
    functionName: listener.functionName,
    principal: 's3.amazonaws.com',
    sourceAccount: Aws.ACCOUNT_ID,
  });

  const api = new Stack(app, 'TinyApi');
  const environment = { TABLE_NAME: table.tableName, QUEUE_URL: queue.queueUrl, SPEECH_DIR: '/opt/speech' };
  const route = aFunction(api, 'route', { environment });
  queue.grantSendMessages(route);
  const worker = aFunction(api, 'worker', { environment: { TABLE_NAME: table.tableName } });
  table.grant(worker, 'dynamodb:PutItem');
  worker.addEventSource(new SqsEventSource(queue, { batchSize: 1, reportBatchItemFailures: true }));
  const http = new HttpApi(api, 'Http');
  const routed = new HttpLambdaIntegration('Route', route);
  http.addRoutes({ path: '/messages', methods: [HttpMethod.POST], integration: routed });
  http.addRoutes({ path: '/environment', methods: [HttpMethod.GET], integration: routed });
  http.addRoutes({ path: '/table', methods: [HttpMethod.GET], integration: routed });
  void new Rule(api, 'Hourly', {
    schedule: Schedule.rate(Duration.hours(1)),
    targets: [new LambdaFunction(listener)],
  });

  const live = new Stack(app, 'TinyLive');
  const sockets = new WebSocketApi(live, 'Sockets', { routeSelectionExpression: '$request.body.type' });
  const stage = new WebSocketStage(live, 'Stage', {
    webSocketApi: sockets,
    stageName: 'live',
    autoDeploy: true,
  });
  const socket = aFunction(live, 'socket', {
    environment: { ENDPOINT: stage.callbackUrl, LISTENER: listener.functionName },
  });
  stage.grantManagementApiAccess(socket);
  listener.grantInvoke(socket);
  const integration = new WebSocketLambdaIntegration('Socket', socket);
  const authorizer = new WebSocketLambdaAuthorizer('Authorizer', socket, { identitySource: [] });
  sockets.addRoute('$connect', { integration, authorizer });
  for (const key of ['$default', '$disconnect']) sockets.addRoute(key, { integration });
  void new CfnOutput(live, 'Url', { value: stage.url });
  void new CfnOutput(data, 'TableName', { value: table.tableName });
  void new CfnOutput(data, 'BucketName', { value: bucket.ref });
  void new CfnOutput(data, 'QueueUrl', { value: queue.queueUrl });
  app.synth();
  return outdir;
};
