import { ApiError } from '../api/api-error.ts';

type Props = { error: unknown; onRetry?: (() => void) | undefined };

/** The service's error message, with the request id that finds the log lines. */
export const ErrorNote = ({ error, onRetry }: Props) => (
  <div class="note bad" role="alert">
    <p>{error instanceof Error ? error.message : 'Something went wrong on this page. Reload it.'}</p>
    {error instanceof ApiError && <FieldErrors error={error} />}
    {error instanceof ApiError && error.requestId && (
      <p class="quiet">
        <code>{error.type}</code> · request <code>{error.requestId}</code> ·{' '}
        <a href={`/v1/errors#${error.type}`} target="_blank" rel="noreferrer">
          what this means
        </a>
      </p>
    )}
    {onRetry && (
      <button type="button" class="secondary outline small" onClick={onRetry}>
        Try again
      </button>
    )}
  </div>
);

type FieldError = { path: string; message: string };

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;

const FieldErrors = ({ error }: { error: ApiError }) => {
  const { fields } = error.details;
  const invalid = Array.isArray(fields) ? fields.filter(isFieldError) : [];
  if (invalid.length === 0) return null;
  return (
    <ul>
      {invalid.map(({ path, message }) => (
        <li key={path + message}>
          {path && <code>{path}</code>} {message}
        </li>
      ))}
    </ul>
  );
};
