import { expect, test } from 'vitest';
import { secretGrants } from '#local/aws-endpoint/required-grants.ts';
import { serveSecrets } from '#local/secrets/serve.ts';

const arn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:key';
const serve = serveSecrets((requested) => (requested === arn ? 'sk_test_1' : undefined));

const ask = async (operation: string, input: object) => {
  const headers = { 'x-amz-target': `secretsmanager.${operation}` };
  const { status, body } = await serve(headers, Buffer.from(JSON.stringify(input)));
  return { status, body: JSON.parse(body.toString()) };
};

test('a secret is read by its ARN', async () => {
  expect(await ask('GetSecretValue', { SecretId: arn })).toEqual({
    status: 200,
    body: { ARN: arn, Name: 'key', SecretString: 'sk_test_1' },
  });
});

test('a secret that is not in the template does not exist', async () => {
  expect(await ask('GetSecretValue', { SecretId: `${arn}2` })).toMatchObject({
    status: 400,
    body: { __type: 'ResourceNotFoundException' },
  });
});

test('operations other than GetSecretValue are refused', async () => {
  expect(await ask('PutSecretValue', { SecretId: arn, SecretString: 'x' })).toMatchObject({ status: 400 });
});

test('reading a secret needs the grant on that secret', () => {
  expect(secretGrants('GetSecretValue', { SecretId: arn })).toEqual([
    { action: 'secretsmanager:GetSecretValue', resource: arn },
  ]);
});
