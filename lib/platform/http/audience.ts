/** Who may ask a route: a server with an API key, anybody, or somebody who is signed in to the console. */
export type Audience = 'api_key' | 'public' | 'session';
