import type { Owner } from '#lib/platform/tenant.ts';

/** The authenticated sender of a request. Every store call takes the tenant from here, never from the request. */
export type Caller = Owner & {
  /** The id of the API key, or of the person at the console, whose limits then apply. */
  readonly keyId: string;
};
