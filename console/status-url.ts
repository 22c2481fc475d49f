const given: unknown = import.meta.env['VITE_STATUS_URL'];

/**
 * The operator's page about outages. Undefined if there is none. The build includes it, so that it is known while the
 * API cannot be reached.
 */
export const statusUrl = typeof given === 'string' && given !== '' ? given : undefined;
