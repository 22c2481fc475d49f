import { expect, test } from 'vitest';
import type { Resource } from '#local/template/deployment.ts';
import { createKms } from '#local/kms/keys.ts';

const arn = 'arn:aws:kms:us-east-1:000000000000:key/one';
const other = 'arn:aws:kms:us-east-1:000000000000:key/two';
const keyOf = (Arn: string): Resource => ({
  stack: 'S',
  logicalId: 'K',
  type: 'AWS::KMS::Key',
  name: 'k',
  returns: { Ref: 'k', Arn },
  properties: () => {
    throw new Error('The properties are not needed.');
  },
});
const deployment: any = { ofType: () => [keyOf(arn), keyOf(other)] };

const ask = async (operation: string, input: object, secret = 'secret') => {
  const headers = { 'x-amz-target': `TrentService.${operation}` };
  const { status, body } = await createKms(deployment, secret)(headers, Buffer.from(JSON.stringify(input)));
  return { status, body: JSON.parse(body.toString()) };
};
const Plaintext = Buffer.from('whsec_Zoë').toString('base64');
const EncryptionContext = { project_id: 'prj_a', webhook_id: 'whk_a' };
const encrypted = async (): Promise<string> =>
  (await ask('Encrypt', { KeyId: arn, Plaintext, EncryptionContext })).body.CiphertextBlob;

test('a ciphertext is decrypted with the same key and context, also after a restart', async () => {
  const CiphertextBlob = await encrypted();
  const reordered = { webhook_id: 'whk_a', project_id: 'prj_a' };
  const answer = await ask('Decrypt', { KeyId: arn, CiphertextBlob, EncryptionContext: reordered });
  expect(answer).toEqual({ status: 200, body: { KeyId: arn, Plaintext } });
});

test.each<[string, object, string?]>([
  ['another context', { EncryptionContext: { ...EncryptionContext, webhook_id: 'whk_b' } }],
  ['no context', { EncryptionContext: undefined }],
  ['another key', { KeyId: other }],
  ["another stack's key", {}, 'another secret'],
  ['a blob that is too short', { CiphertextBlob: 'AAAA' }],
])('decryption fails with %s', async (_, change, secret) => {
  const input = { KeyId: arn, CiphertextBlob: await encrypted(), EncryptionContext, ...change };
  expect(await ask('Decrypt', input, secret)).toMatchObject({
    status: 400,
    body: { __type: 'InvalidCiphertextException' },
  });
});

test('decryption fails if any byte of the ciphertext was changed', async () => {
  const blob = Buffer.from(await encrypted(), 'base64');
  for (let at = 0; at < blob.length; at += 1) {
    const changed = Buffer.from(blob);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    const input = { KeyId: arn, CiphertextBlob: changed.toString('base64'), EncryptionContext };
    expect((await ask('Decrypt', input)).status).toBe(400);
  }
});

test.each([
  ['Encrypt', { KeyId: 'arn:none', Plaintext }, 'NotFoundException'],
  ['Decrypt', { KeyId: 'arn:none', CiphertextBlob: 'AAAA' }, 'NotFoundException'],
  ['Encrypt', { KeyId: arn, Plaintext: '' }, 'ValidationException'],
  ['Encrypt', { KeyId: arn, Plaintext: Buffer.alloc(4_097).toString('base64') }, 'ValidationException'],
  ['Encrypt', {}, 'ValidationException'],
  ['GenerateDataKey', { KeyId: arn }, 'UnknownOperationException'],
])('%s with %o is refused with %s', async (operation, input, type) => {
  expect(await ask(operation, input)).toMatchObject({ status: 400, body: { __type: type } });
});
