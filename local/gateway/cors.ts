import type { IncomingMessage } from 'node:http';
import * as z from 'zod';
import { matchesPattern } from '../access/pattern.ts';

const List = z.array(z.string()).default([]);

export const CorsConfiguration = z.object({
  AllowOrigins: List,
  AllowMethods: List,
  AllowHeaders: List,
  ExposeHeaders: List,
  AllowCredentials: z.boolean().default(false),
  MaxAge: z.number().optional(),
});

type Cors = z.infer<typeof CorsConfiguration>;

/** Whether this is a CORS preflight. An API with a CORS configuration answers it without a function. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined;

/** The CORS headers for a page of `origin`, or none if it is not allowed. */
export const corsHeaders = (
  cors: Cors,
  origin: string | undefined,
  preflight: boolean,
): Record<string, string> => {
  if (origin === undefined || !cors.AllowOrigins.some((pattern) => matchesPattern(pattern, origin)))
    return {};
  const headers = {
    'access-control-allow-origin': cors.AllowOrigins.includes('*') ? '*' : origin,
    'access-control-allow-credentials': cors.AllowCredentials ? 'true' : '',
    'access-control-expose-headers': cors.ExposeHeaders.join(','),
    ...(preflight && {
      'access-control-allow-methods': cors.AllowMethods.join(','),
      'access-control-allow-headers': cors.AllowHeaders.join(','),
      'access-control-max-age': cors.MaxAge === undefined ? '' : String(cors.MaxAge),
    }),
  };
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
};
