import type { Reply } from '#lib/platform/http/reply.ts';

/** The headers of a reply in the form in which its client reads them. */
export const headersOf = ({ headers = {} }: Reply): Headers =>
  new Headers(Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]));
