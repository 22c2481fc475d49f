/**
 * Checks settings, layer, bootstrap, quotas and what the settings name before a deployment, and notes what is paused. It changes
 * nothing, and exits with 1 if something is wrong. It may need lambda:GetAccountSettings, lambda:GetFunctionConcurrency,
 * lambda:ListEventSourceMappings, lambda:ListFunctions and s3:ListAllMyBuckets; for `table` DescribeTable, DescribeTimeToLive and
 * DescribeContinuousBackups of DynamoDB; for `encryptionKeyArn` kms:DescribeKey and kms:GetKeyPolicy; for `mailFrom`
 * ses:GetAccount and ses:GetEmailIdentity.
 */
import {
  type FunctionConfiguration,
  GetAccountSettingsCommand,
  LambdaClient,
  paginateListFunctions,
} from '@aws-sdk/client-lambda';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { ListBucketsCommand, S3Client } from '@aws-sdk/client-s3';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { contextOfFile } from '../context.ts';
import { isLayerBuilt, speechFolder } from '../constructs/speech-layer.ts';
import { createEarshot } from '../earshot.ts';
import { readOptions } from '../read-options.ts';
import { readSettings, type Settings } from '../settings.ts';
import { type Facts, findingsOf } from './findings.ts';
import { readMail } from './mail.ts';
import { readKey } from './read-key.ts';
import { mappingsOf } from './mappings.ts';
import { functionsOfStage, reservedOf } from './reserved.ts';
import { restoredTable } from './restored-table.ts';

const values = readOptions(
  {
    profile: { type: 'string' },
    region: { type: 'string' },
    context: { type: 'string', short: 'c', multiple: true, default: [] },
  },
  'npm run doctor -- [--profile NAME] [--region REGION] [-c name=value …]',
);

/** Throws if the app cannot be built with these settings. */
const settingsOf = (given: readonly string[]): Settings => {
  const context = Object.fromEntries(
    given.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')];
    }),
  );
  return readSettings(createEarshot({ context: { ...contextOfFile(), ...context } }).node);
};

const factsOf = async (settings: Settings): Promise<Facts> => {
  const options = {
    ...(values.profile !== undefined && { profile: values.profile }),
    ...(values.region !== undefined && { region: values.region }),
  };
  const lambda = new LambdaClient(options);
  const s3 = new S3Client(options);
  const { AccountLimit: limit } = await lambda.send(new GetAccountSettingsCommand({}));
  const functions: FunctionConfiguration[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda }, {}))
    functions.push(...Functions);
  const deployed = functionsOfStage(settings, functions);
  const names = deployed.flatMap(({ FunctionName }) => FunctionName ?? []);
  const reserved = await reservedOf(lambda, names);
  const { Buckets: buckets = [] } = await s3.send(new ListBucketsCommand({}));
  return {
    region: await lambda.config.region(),
    settings,
    isLayerBuilt: isLayerBuilt(speechFolder, settings.speechModels),
    concurrency: {
      account: limit?.ConcurrentExecutions ?? 0,
      unreserved: limit?.UnreservedConcurrentExecutions ?? 0,
      own: [...reserved.values()].reduce((sum, own) => sum + own, 0),
    },
    mappings: await mappingsOf(lambda, names),
    stopped: names.filter((name) => reserved.get(name) === 0),
    buckets: buckets.flatMap(({ Name }) => Name ?? []),
    functions: names,
    table: {
      deployed: deployed.flatMap(({ Environment }) => Environment?.Variables?.['TABLE_NAME'] ?? [])[0],
      restored:
        settings.table === undefined
          ? undefined
          : await restoredTable(new DynamoDBClient(options), settings.table),
    },
    key:
      settings.encryptionKeyArn === undefined
        ? undefined
        : await readKey(new KMSClient(options), settings.encryptionKeyArn),
    mail: settings.mailFrom === undefined ? undefined : await readMail(new SESv2Client(options), settings),
  };
};

try {
  const settings = settingsOf(values.context);
  console.log('ok   settings');
  const findings = findingsOf(await factsOf(settings));
  for (const { check, problem, isNote } of findings)
    console.log(problem === undefined ? `ok   ${check}` : `${isNote ? 'note' : 'FAIL'} ${check}: ${problem}`);
  process.exitCode = findings.some(({ problem, isNote }) => problem !== undefined && !isNote) ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
