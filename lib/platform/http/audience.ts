/** Who may call a route: a server with an API key, every caller, or a person signed in to the console. */
export type Audience = 'api_key' | 'public' | 'session';
