import * as z from 'zod';
import { textVariable } from '#lib/platform/config.ts';
import { lambdaVariables, type LambdaVariables, refuseInLambda } from '#lib/platform/laptop-only.ts';

const AllowedOrigin = z.strictObject({
  /** In a URL's canonical form: lower case, IPv6 without brackets. */
  host: textVariable,
  port: z.int().min(1).max(65_535),
  /** A PEM certificate that is trusted for this origin instead of the public authorities. */
  ca: textVariable.optional(),
  /** The host's address, instead of a DNS lookup. */
  address: z.union([z.ipv4(), z.ipv6()]).optional(),
});

/** An https origin of the laptop or of a test that may be fetched from although its address or port is not public. */
export type AllowedOrigin = z.infer<typeof AllowedOrigin>;

/** Every port of this machine itself, over plain http. */
const LoopbackHttp = z.strictObject({ loopback: z.literal('http') });

/** Servers that may be fetched from although they are not public. */
export type AllowList = readonly (AllowedOrigin | z.infer<typeof LoopbackHttp>)[];

/** The variables of `readAllowList`, for `readConfig`. */
export const allowListVariables = { SAFE_FETCH_ALLOW: textVariable.optional(), ...lambdaVariables };

type Variables = LambdaVariables & { readonly SAFE_FETCH_ALLOW?: string | undefined };

/** The list in SAFE_FETCH_ALLOW, a JSON array; empty without it. Throws if it is set on AWS. */
export const readAllowList = (variables: Variables): AllowList => {
  const { SAFE_FETCH_ALLOW: list } = variables;
  if (list === undefined) return [];
  refuseInLambda('SAFE_FETCH_ALLOW', variables);
  return z.array(z.union([AllowedOrigin, LoopbackHttp])).parse(JSON.parse(list));
};
