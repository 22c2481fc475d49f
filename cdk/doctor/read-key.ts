import {
  DescribeKeyCommand,
  GetKeyPolicyCommand,
  type KMSClient,
  KMSServiceException,
} from '@aws-sdk/client-kms';
import type { KeyFacts } from './key.ts';

/** Reads the state and the policy of a KMS key. An error is returned as `unreadable`. */
export const readKey = async (client: Pick<KMSClient, 'send'>, KeyId: string): Promise<KeyFacts> => {
  try {
    const { KeyMetadata: key } = await client.send(new DescribeKeyCommand({ KeyId }));
    const { Policy: policy = '{"Statement": []}' } = await client.send(new GetKeyPolicyCommand({ KeyId }));
    return { state: key?.KeyState ?? 'unknown', policy };
  } catch (error) {
    if (error instanceof KMSServiceException) return { unreadable: `${error.name}: ${error.message}` };
    throw error;
  }
};
