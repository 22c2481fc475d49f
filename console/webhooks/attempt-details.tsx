import type { Attempt } from '../api/types.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { Moment } from '../parts/moment.tsx';
import { outcomeOf } from './outcome.ts';

const linesOf = (headers: Attempt['request_headers']): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

type Props = { attempt: Attempt; isOpen: boolean };

/** One attempt: its time and the response. Unfolded, also the request. */
export const AttemptDetails = ({ attempt, isOpen }: Props) => (
  <details class="attempt" open={isOpen}>
    <summary>
      {outcomeOf(attempt)}
      <span class="quiet">
        <Moment at={attempt.at} hasSeconds />
      </span>
    </summary>
    <CodeBlock label="request headers" code={linesOf(attempt.request_headers)} />
    {attempt.response_body ? (
      <CodeBlock label="response body" code={attempt.response_body} />
    ) : (
      <p class="quiet">
        {attempt.status_code === null ? 'No response.' : 'The response has no readable body.'}
      </p>
    )}
  </details>
);
