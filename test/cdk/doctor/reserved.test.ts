import { LambdaClient } from '@aws-sdk/client-lambda';
import { RootConstruct } from 'constructs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { functionsOfStage, reservedOf } from '#cdk/doctor/reserved.ts';
import { readSettings } from '#cdk/settings.ts';
import { listen } from '#local/ports.ts';

const reserved: Record<string, number> = {
  'EarshotApi-Get-1': 80,
  'EarshotConsole-Post-2': 6,
  'EarshotApi-Post-4': 0,
};

let stop: () => Promise<void>;
let client: LambdaClient;
beforeEach(async () => {
  const listener = await listen(0);
  listener.serve((request, response) => {
    const [, name = ''] = /\/functions\/([^/]+)\/concurrency$/.exec(request.url ?? '') ?? [];
    const ReservedConcurrentExecutions = reserved[name];
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ ReservedConcurrentExecutions }));
  });
  stop = listener.close;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  client = new LambdaClient({ endpoint: listener.url, region: 'us-east-1', credentials });
});
afterEach(() => stop());

test('what functions have reserved is known of those that have, also if it is nothing', async () => {
  const names = [...Object.keys(reserved), 'EarshotApi-Other-3'];
  expect(Object.fromEntries(await reservedOf(client, names))).toEqual(reserved);
});

test('the functions of a stage are those whose names begin with one of its stacks', () => {
  const ofStage = (stage: string) => {
    const root = new RootConstruct();
    root.node.setContext('stage', stage);
    const names = [
      'EarshotApi-Get-1',
      'EarshotDevApi-Get-2',
      'EarshotDevWorkers-Split-3',
      'Other-EarshotApi-4',
    ];
    const found = names.map((FunctionName) => ({ FunctionName }));
    return functionsOfStage(readSettings(root.node), found).map(({ FunctionName }) => FunctionName);
  };
  expect(ofStage('')).toEqual(['EarshotApi-Get-1']);
  expect(ofStage('dev')).toEqual(['EarshotDevApi-Get-2', 'EarshotDevWorkers-Split-3']);
});
