import { expect, test } from 'vitest';
import { outcomeOf } from '../../console/webhooks/outcome.ts';

test.each([
  [{ status_code: 204, error: null, duration_ms: 85 }, 'Status 204 in 85 ms'],
  [{ status_code: null, error: 'tls', duration_ms: 28 }, 'TLS handshake failed after 28 ms'],
  [{ status_code: null, error: 'dns', duration_ms: 5 }, 'Host name not found after 5 ms'],
  [{ status_code: null, error: 'timeout', duration_ms: 15_000 }, 'Timeout after 15 s'],
  [{ status_code: null, error: 'too_many_redirects', duration_ms: 900 }, 'Too many redirects after 900 ms'],
  [{ status_code: null, error: null, duration_ms: 1 }, 'No response after 1 ms'],
])('what came of a delivery is said in words: %j', (attempt, expected) => {
  expect(outcomeOf({ at: '2026-11-20T10:00:00.000Z', ...attempt })).toBe(expected);
});
