/** The credential of an Authorization header; empty without one. */
export const bearerOf = (authorization = ''): string => /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
