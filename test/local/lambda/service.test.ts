import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operatorIdentity, roleIdentity } from '#local/access/identities.ts';
import { parsePolicy } from '#local/access/policy.ts';
import { serveAws } from '#local/aws-endpoint/serve.ts';
import { lambdaService } from '#local/lambda/service.ts';
import { type Listener, listen } from '#local/ports.ts';
import { deploy } from '#local/template/deployment.ts';
import { scriptedPool } from './scripted-pool.ts';
import { localPlace as place } from '../../support/local-place.ts';

const fn = { Type: 'AWS::Lambda::Function', Properties: {} };
const deployment = deploy(
  { stacks: [{ name: 'S', Resources: { Run: fn, Other: fn }, Outputs: {} }], assetPath: new Map() },
  place,
);
const arnOf = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
const operator = operatorIdentity('secret', place.accountId);
const role = roleIdentity(
  'secret',
  { arn: 'arn:aws:sts::000000000000:assumed-role/role/caller', functionArn: arnOf('caller') },
  parsePolicy({
    Statement: [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: arnOf('s-run') }],
  }),
);

let listener: Listener;
let invoked: object[];
beforeAll(async () => {
  listener = await listen(0);
  const service = lambdaService({
    deployment,
    functions: { poolOf: () => scriptedPool(() => {}) },
    invoke: (_pool, event) => invoked.push(event),
  });
  const none: any = {};
  const identities = new Map([operator, role].map((one) => [one.credentials.accessKeyId, one]));
  const services = {
    s3: none,
    dynamodb: none,
    sqs: none,
    secrets: none,
    kms: none,
    rest: { lambda: service },
  };
  listener.serve(serveAws({ ...services, place, identities, tables: [], now: () => new Date() }));
});
afterAll(() => listener.close());
beforeEach(() => {
  invoked = [];
});

const invoke = (
  FunctionName: string,
  { InvocationType = 'Event', payload = '{"id":1}', identity = role } = {},
) =>
  new LambdaClient({
    region: 'us-east-1',
    endpoint: listener.url,
    maxAttempts: 1,
    credentials: { ...identity.credentials },
  }).send(
    new InvokeCommand({
      FunctionName,
      InvocationType: InvocationType === 'Event' ? 'Event' : 'RequestResponse',
      Payload: payload,
    }),
  );

test.each(['s-run', arnOf('s-run')])(
  '%s is invoked with the payload, without waiting for it',
  async (name) => {
    expect(await invoke(name)).toMatchObject({ StatusCode: 202 });
    expect(invoked).toEqual([{ id: 1 }]);
  },
);

test('a function that the role may not invoke is refused', async () => {
  await expect(invoke('s-other')).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining(`lambda:InvokeFunction on resource: ${arnOf('s-other')}`),
  });
  expect(invoked).toEqual([]);
});

test.each([
  ['a function that does not exist', 'absent', {}, 'ResourceNotFoundException'],
  ['an invocation that waits', 's-run', { InvocationType: 'wait' }, 'InvalidParameterValueException'],
  ['a payload that is not JSON', 's-run', { payload: '{' }, 'InvalidRequestContentException'],
  [
    'a payload of more than 1 MB',
    's-run',
    { payload: JSON.stringify('x'.repeat(1024 * 1024)) },
    'RequestTooLargeException',
  ],
])('%s is refused', async (_, name, options, error) => {
  await expect(invoke(name, { ...options, identity: operator })).rejects.toMatchObject({ name: error });
  expect(invoked).toEqual([]);
});
