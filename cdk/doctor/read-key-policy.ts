import { GetKeyPolicyCommand, type KMSClient, KMSServiceException } from '@aws-sdk/client-kms';
import type { KeyPolicy } from './key-policy.ts';

/** Reads the policy of a KMS key. An error is returned as `unreadable`. */
export const readKeyPolicy = async (client: Pick<KMSClient, 'send'>, KeyId: string): Promise<KeyPolicy> => {
  try {
    const { Policy = '{"Statement": []}' } = await client.send(new GetKeyPolicyCommand({ KeyId }));
    return { json: Policy };
  } catch (error) {
    if (error instanceof KMSServiceException) return { unreadable: `${error.name}: ${error.message}` };
    throw error;
  }
};
