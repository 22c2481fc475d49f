import type { TranscriptionView } from '../api/types.ts';

type Noted = Pick<TranscriptionView, 'status' | 'deleted_at' | 'transcript'> & {
  readonly billing: Pick<TranscriptionView['billing'], 'status'>;
};

/** What the page of a job says in place of its text; undefined if there is a text, or not yet. */
export const noteOf = ({ status, deleted_at: deletedAt, transcript, billing }: Noted): string | undefined => {
  if (status === 'canceled') return 'This job was canceled and costs nothing.';
  if (deletedAt !== null)
    return billing.status === 'charged'
      ? 'The text and audio were deleted. The charge stays on the bill.'
      : 'The text and audio were deleted.';
  return transcript === '' ? 'No speech was detected in this recording, so it costs nothing.' : undefined;
};
