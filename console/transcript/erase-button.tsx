import { useState } from 'preact/hooks';
import { deleteTranscription, type JobPlace } from '../api/transcription-calls.ts';
import { Confirm } from '../parts/confirm.tsx';
import { hashOf } from '../route.ts';
import { goTo } from '../router.ts';

/** Erases a job that has ended. */
export const EraseButton = ({ place }: { place: JobPlace }) => {
  const [isAsking, setAsking] = useState(false);
  const erase = async () => {
    await deleteTranscription(place);
    goTo(hashOf.project(place, 'playground'));
  };
  return (
    <>
      <button type="button" class="danger outline small" onClick={() => setAsking(true)}>
        Delete
      </button>
      {isAsking && (
        <Confirm
          title="Delete this transcription?"
          label="Delete"
          act={erase}
          onClose={() => setAsking(false)}
        >
          <p>Its text and audio are erased. Only the line on the bill stays.</p>
        </Confirm>
      )}
    </>
  );
};
