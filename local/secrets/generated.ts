import { hkdfSync } from 'node:crypto';
import * as z from 'zod';
import type { Deployment } from '../template/deployment.ts';

// Strict: a secret with other options is not supported, and then does not exist.
const Generated = z.object({
  GenerateSecretString: z.strictObject({
    PasswordLength: z.number().max(255),
    ExcludePunctuation: z.literal(true),
  }),
});

/** 64 characters, so that a random byte maps evenly to one. Two of them appear twice. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789Aa';

/**
 * The secrets that Secrets Manager would generate, by ARN. They are derived from the stack's secret, so they stay the same after a
 * restart.
 */
export const generatedSecrets = (deployment: Deployment, secret: string): ReadonlyMap<string, string> =>
  new Map(
    deployment.ofType('AWS::SecretsManager::Secret').flatMap(({ returns, properties }) => {
      const generated = Generated.safeParse(properties(z.unknown()));
      if (!generated.success) return [];
      const length = generated.data.GenerateSecretString.PasswordLength;
      const bytes = new Uint8Array(hkdfSync('sha256', secret, '', `secret ${returns.Ref}`, length));
      return [[returns.Ref, Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('')]];
    }),
  );
