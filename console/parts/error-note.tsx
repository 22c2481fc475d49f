import { ApiError } from '../api/api-error.ts';
import { Button } from './button.tsx';
import { fieldErrorsOf } from './field-errors.ts';

type Props = { error: unknown; onRetry?: (() => void) | undefined };

/** The service's error message, with the request id by which its log lines are found. Renders nothing without an error. */
export const ErrorNote = ({ error, onRetry }: Props) =>
  error === undefined ? null : (
    <div class="note bad" role="alert">
      {messagesOf(error).map((message) => (
        <p key={message}>{message}</p>
      ))}
      {error instanceof ApiError && error.requestId && (
        <p class="quiet">
          <code>{error.type}</code> · request <code>{error.requestId}</code> ·{' '}
          <a href={`/v1/errors#${error.type}`} target="_blank" rel="noreferrer">
            what this means
          </a>
        </p>
      )}
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );

/** The messages for people. They tell what to change, without the field names of the request. */
const messagesOf = (error: unknown): string[] => {
  const fields = fieldErrorsOf(error).map(({ message }) => message);
  if (fields.length > 0) return fields;
  return [error instanceof Error ? error.message : 'Something went wrong on this page. Reload it.'];
};
