import { duration } from '../format.ts';
import type { Delivery } from '../api/types.ts';

type Attempt = Delivery['attempts'][number];

/** Texts for codes of the service that are not clear by themselves. */
const failures: Readonly<Record<string, string>> = {
  dns: 'Host name not found',
  connect: 'Connection failed',
  tls: 'TLS handshake failed',
  blocked_address: 'Refused, as the address is not public,',
  interrupted: 'Connection closed',
};

const failureOf = (code: string): string => {
  const [first = '', ...rest] = code.replaceAll('_', ' ');
  return failures[code] ?? `${first.toUpperCase()}${rest.join('')}`;
};

/** The response and its time: `Status 204 in 85 ms`, `Timeout after 15 s`. */
export const outcomeOf = ({ status_code: status, error, duration_ms: ms }: Attempt): string => {
  const time = ms < 1000 ? `${ms} ms` : duration(ms);
  return status === null
    ? `${failureOf(error ?? 'no_response')} after ${time}`
    : `Status ${status} in ${time}`;
};
