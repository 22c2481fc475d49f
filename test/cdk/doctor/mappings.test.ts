import { LambdaClient } from '@aws-sdk/client-lambda';
import { afterEach, expect, test } from 'vitest';
import { mappingsOf } from '#cdk/doctor/mappings.ts';
import { listen } from '#local/ports.ts';

let close = async (): Promise<void> => {};
afterEach(() => close());

const arn = (name: string): string => `arn:aws:lambda:us-east-1:111122223333:function:${name}`;

test('the mappings of a stage are found on all pages and behind an alias, with those that are paused or have pollers', async () => {
  const listener = await listen(0);
  ({ close } = listener);
  listener.serve((request, response) => {
    const isFirst = !request.url?.includes('Marker=');
    const mappings = isFirst
      ? [
          { UUID: '1', State: 'Disabled', FunctionArn: `${arn('EarshotWorkers-SplitAudio-1')}:live` },
          {
            UUID: '2',
            State: 'Enabled',
            FunctionArn: arn('EarshotWorkers-FetchAudio-2'),
            ProvisionedPollerConfig: { MinimumPollers: 2, MaximumPollers: 4 },
          },
          { UUID: '3', State: 'Disabled', FunctionArn: arn('Other-3') },
        ]
      : [{ UUID: '4', State: 'Disabling', FunctionArn: arn('EarshotWebhooks-Deliver-4') }];
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ EventSourceMappings: mappings, ...(isFirst && { NextMarker: 'more' }) }));
  });
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const client = new LambdaClient({ endpoint: listener.url, region: 'us-east-1', credentials });
  const names = ['EarshotWorkers-SplitAudio-1', 'EarshotWorkers-FetchAudio-2', 'EarshotWebhooks-Deliver-4'];
  expect(await mappingsOf(client, names)).toEqual([
    { id: '1', functionName: 'EarshotWorkers-SplitAudio-1', isPaused: true, hasPollers: false },
    { id: '2', functionName: 'EarshotWorkers-FetchAudio-2', isPaused: false, hasPollers: true },
    { id: '4', functionName: 'EarshotWebhooks-Deliver-4', isPaused: true, hasPollers: false },
  ]);
});
