/** The credential of an Authorization header. Empty if there is none. */
export const bearerOf = (authorization = ''): string => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
