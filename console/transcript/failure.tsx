import type { TranscriptionView } from '../api/types.ts';

type Props = { error: NonNullable<TranscriptionView['error']> };

export const Failure = ({ error }: Props) => (
  <div class="note bad">
    <p>{error.message}</p>
    <p>
      {error.retryable
        ? 'A retry with the same recording may succeed.'
        : 'The same recording would fail again.'}{' '}
      <a href={`/v1/errors#job-${error.type}`} target="_blank" rel="noreferrer">
        What to do about it
      </a>
    </p>
    <p class="quiet">
      <code>{error.type}</code> · request <code>{error.request_id}</code> · costs nothing
    </p>
  </div>
);
