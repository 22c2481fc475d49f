import { duration } from '../format.ts';
import type { Delivery } from '../api/types.ts';

type Attempt = Delivery['attempts'][number];

/** What came back, and how fast: `Status 204 in 85 ms`, `Timeout after 15 s`. */
export const outcomeOf = ({ status_code: status, error, duration_ms: ms }: Attempt): string => {
  const time = ms < 1000 ? `${ms} ms` : duration(ms);
  if (status !== null) return `Status ${status} in ${time}`;
  const [first = '', ...rest] = (error ?? 'no response').replaceAll('_', ' ');
  return `${first.toUpperCase()}${rest.join('')} after ${time}`;
};
