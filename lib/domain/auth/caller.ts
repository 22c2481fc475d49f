import type { Tenant } from '#lib/platform/tenant.ts';

/** The authenticated sender of a request. Every store call takes the tenant from here, never from the request. */
export type Caller = {
  readonly tenant: Tenant;
  /** The paying organization; null for a project without one, as `cdk/create-api-key.ts` makes them. */
  readonly organizationId: string | null;
  /** The id of the API key, or of the person at the console, whose limits then apply. */
  readonly keyId: string;
};
