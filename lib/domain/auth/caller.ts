import type { Tenant } from '#lib/platform/tenant.ts';

/** Who sends a request. Every store call takes the tenant from here and never from the request. */
export type Caller = {
  readonly tenant: Tenant;
  /** Who pays; null for a project that no organization owns, as `cdk/create-api-key.ts` makes them. */
  readonly organizationId: string | null;
  /** Of the API key; of the person at the console, for whom counts what counts for a key. */
  readonly keyId: string;
};
