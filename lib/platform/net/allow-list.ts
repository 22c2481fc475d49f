import * as z from 'zod';
import { text } from '#lib/platform/config.ts';
import { lambdaVariables, type LambdaVariables, refuseInLambda } from '#lib/platform/laptop-only.ts';

const AllowedOrigin = z.strictObject({
  /** As a URL writes it: small letters, IPv6 without brackets. */
  host: text,
  port: z.int().min(1).max(65_535),
  /** PEM; trusted for this origin instead of the well-known authorities. */
  ca: text.optional(),
  /** Where the host is found, instead of by DNS. */
  address: z.union([z.ipv4(), z.ipv6()]).optional(),
});

/** An https origin of the laptop or of a test that may be fetched although its port or address is not public. */
export type AllowedOrigin = z.infer<typeof AllowedOrigin>;

/** What `readConfig` has to read for `readAllowList`. */
export const allowListVariables = { SAFE_FETCH_ALLOW: text.optional(), ...lambdaVariables };

type Variables = LambdaVariables & { readonly SAFE_FETCH_ALLOW?: string | undefined };

/** The origins of SAFE_FETCH_ALLOW, a JSON array; none without it. Throws in AWS, where the list must not exist. */
export const readAllowList = (variables: Variables): readonly AllowedOrigin[] => {
  const { SAFE_FETCH_ALLOW: list } = variables;
  if (list === undefined) return [];
  refuseInLambda('SAFE_FETCH_ALLOW', variables);
  return z.array(AllowedOrigin).parse(JSON.parse(list));
};
