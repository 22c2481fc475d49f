import * as z from 'zod';
import { readConfig, textVariable } from '../config.ts';

type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

/**
 * Replaces the AWS SDK's chain of credential providers in bundles. Lambda gives a function its credentials in variables,
 * which are valid for as long as its process may live. The chain would also search files, programs and servers, and is a
 * seventh of the code of a function. The provider throws a `ZodError` if there are no credentials.
 */
export const defaultProvider = () => async (): Promise<Credentials> => {
  const found = readConfig({
    AWS_ACCESS_KEY_ID: textVariable,
    AWS_SECRET_ACCESS_KEY: textVariable,
    AWS_SESSION_TOKEN: z.string().optional(),
  });
  return {
    accessKeyId: found.AWS_ACCESS_KEY_ID,
    secretAccessKey: found.AWS_SECRET_ACCESS_KEY,
    // Emulators of Lambda may set an empty session token.
    sessionToken: found.AWS_SESSION_TOKEN || undefined,
  };
};
