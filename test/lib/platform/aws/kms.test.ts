import { KMSClient } from '@aws-sdk/client-kms';
import { expect, test } from 'vitest';
import { openDecryption, openEncryption } from '#lib/platform/aws/kms.ts';
import { createKms } from '#local/kms/keys.ts';
import { inProcess } from '../../../support/in-process.ts';
import { memoryEncryption } from '../../../support/memory-encryption.ts';
import { kmsContract } from './kms.contract.ts';

const arns = {
  one: 'arn:aws:kms:us-east-1:000000000000:key/one',
  other: 'arn:aws:kms:us-east-1:000000000000:key/two',
};
const deployment: any = { ofType: () => Object.values(arns).map((Arn) => ({ returns: { Arn } })) };
const service = createKms(deployment, 'secret');
const client = new KMSClient(inProcess(service));

kmsContract('AWS KMS', (key) => ({
  encrypt: openEncryption(client, arns[key]),
  decrypt: openDecryption(client, arns[key]),
}));
kmsContract('memory', memoryEncryption);

test('a response of KMS without content is an error', async () => {
  const empty = new KMSClient(inProcess(async () => ({ status: 200, headers: {}, body: Buffer.from('{}') })));
  await expect(openEncryption(empty, arns.one)('text', {})).rejects.toThrow('without a ciphertext');
  await expect(openDecryption(empty, arns.one)('AAAA', {})).rejects.toThrow('without a plaintext');
});
