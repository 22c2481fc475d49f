import type { Attempt, Delivery } from '../api/types.ts';
import { Moment } from '../parts/moment.tsx';

const outcome = ({ status_code: status, error }: Attempt): string =>
  [status === null ? undefined : `Status ${status}`, error?.replaceAll('_', ' ')].filter(Boolean).join(', ');

export const Attempts = ({ delivery: { attempts, next_attempt_at: next } }: { delivery: Delivery }) => (
  <ol class="attempts">
    {attempts.map((attempt) => (
      <li key={attempt.at}>
        <Moment at={attempt.at} /> · {outcome(attempt)} · {attempt.duration_ms.toLocaleString('en')} ms
      </li>
    ))}
    {next !== null && (
      <li class="quiet">
        Next attempt <Moment at={next} />
      </li>
    )}
  </ol>
);
