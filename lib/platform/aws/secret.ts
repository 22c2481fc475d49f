import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** Reads a secret. Throws if it is empty. */
export const readSecret = async (client: SecretsManagerClient, arn: string): Promise<string> => {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  if (!SecretString) throw new Error('A secret is empty.');
  return SecretString;
};

/** Reads a secret at first use, and again only after a failure. */
export const secretReader = (client: SecretsManagerClient, arn: string): (() => Promise<string>) => {
  let read: Promise<string> | undefined;
  return () => {
    read ??= readSecret(client, arn).catch((error: unknown) => {
      read = undefined;
      throw error;
    });
    return read;
  };
};
