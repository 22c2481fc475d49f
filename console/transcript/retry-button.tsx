import { type JobRef, retryTranscription } from '../api/transcription-calls.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { hashOf } from '../route.ts';
import { goTo, here } from '../router.ts';
import { mayIn } from '../workspace.ts';

export const RetryButton = ({ jobRef }: { jobRef: JobRef }) => {
  const retry = useAction(async () => {
    const isHere = here();
    const { id } = await retryTranscription(jobRef);
    if (isHere()) goTo(hashOf.job(jobRef, id));
  });
  if (!mayIn(jobRef.projectId, 'build')) return null;
  return (
    <>
      <ErrorNote error={retry.error} />
      <Button isBusy={retry.isBusy} onClick={() => retry.run()}>
        Retry with the same audio
      </Button>
    </>
  );
};
