import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The text of a secret; throws when there is none. */
export const readSecret = async (client: SecretsManagerClient, arn: string): Promise<string> => {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  if (!SecretString) throw new Error('A secret is empty.');
  return SecretString;
};
