import { useState } from 'preact/hooks';
import { keyOf } from '../api/query-keys.ts';
import { deleteTranscription, type JobRef } from '../api/transcription-calls.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { queries } from '../parts/queries.ts';
import { showToast } from '../parts/toast.tsx';
import { hashOf } from '../route.ts';
import { goTo, here } from '../router.ts';
import { mayIn } from '../workspace.ts';

export const EraseButton = ({ jobRef }: { jobRef: JobRef }) => {
  const [isConfirming, setConfirming] = useState(false);
  const erase = async () => {
    const isHere = here();
    await deleteTranscription(jobRef);
    queries.removeQueries({ queryKey: keyOf.job(jobRef) });
    void queries.resetQueries({ queryKey: keyOf.jobs(jobRef) });
    if (isHere()) goTo(hashOf.project(jobRef, 'jobs'));
    showToast('The transcription was deleted.');
  };
  if (!mayIn(jobRef.projectId, 'build')) return null;
  return (
    <>
      <Button tone="danger" onClick={() => setConfirming(true)}>
        Delete
      </Button>
      {isConfirming && (
        <Confirm
          title="Delete this transcription?"
          label="Delete"
          act={erase}
          onClose={() => setConfirming(false)}
        >
          <p>Its text and audio are erased. Only its charge stays on the bill.</p>
        </Confirm>
      )}
    </>
  );
};
