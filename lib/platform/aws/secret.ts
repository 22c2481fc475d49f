import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { minuteMs } from '../durations.ts';

/** After this time, a rotated secret is used everywhere without a deployment. */
const maxAgeMs = 5 * minuteMs;

/** Reads a secret. Throws if it is empty. */
const readSecret = async (client: SecretsManagerClient, arn: string): Promise<string> => {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  if (!SecretString) throw new Error('A secret is empty.');
  return SecretString;
};

/** The result of `open` for a secret. It is computed at first use, again after five minutes, and again after a failure. */
export const withSecret = <T>(
  client: SecretsManagerClient,
  arn: string,
  open: (secret: string) => T,
): (() => Promise<T>) => {
  let opened: { readonly value: Promise<T>; readonly until: number } | undefined;
  return () => {
    if (opened && Date.now() < opened.until) return opened.value;
    const value = readSecret(client, arn).then(open);
    opened = { value, until: Date.now() + maxAgeMs };
    value.catch(() => {
      opened = undefined;
    });
    return value;
  };
};
