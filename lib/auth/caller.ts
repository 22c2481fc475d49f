/** Who asks, as the API key says. Every store call takes the project from here and never from the request. */
export type Caller = { readonly projectId: string; readonly keyId: string; readonly testMode: boolean };
