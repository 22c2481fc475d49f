import { type JobPlace, retryTranscription } from '../api/transcription-calls.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { hashOf } from '../route.ts';
import { goTo } from '../router.ts';

/** Queues a failed job again, with the audio it has kept, and goes to the new job. */
export const RetryButton = ({ place }: { place: JobPlace }) => {
  const retry = useAction(async () => {
    const { id } = await retryTranscription(place);
    goTo(hashOf.job(place, id));
  });
  return (
    <>
      {retry.error !== undefined && <ErrorNote error={retry.error} />}
      <button
        type="button"
        class="secondary outline small"
        aria-busy={retry.isBusy}
        onClick={() => retry.run()}
      >
        Retry with the same audio
      </button>
    </>
  );
};
