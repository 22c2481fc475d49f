const given: unknown = import.meta.env['VITE_STATUS_URL'];

/**
 * The operator's page about outages; undefined if there is none. It is built in, so that it is known when the API cannot
 * be reached.
 */
export const statusUrl = typeof given === 'string' && given !== '' ? given : undefined;
