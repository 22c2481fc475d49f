/** Who asks, as the API key says. Every store call takes the project from here and never from the request. */
export type Caller = {
  readonly projectId: string;
  /** Who pays; null for a project that no organization owns, as `cdk/create-api-key.ts` makes them. */
  readonly organizationId: string | null;
  readonly keyId: string;
  readonly testMode: boolean;
};
