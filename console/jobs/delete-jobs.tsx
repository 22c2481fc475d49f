import { useState } from 'preact/hooks';
import { deleteTranscription } from '../api/transcription-calls.ts';
import { keyOf } from '../api/query-keys.ts';
import type { Tenant } from '../api/types.ts';
import { count } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { queries } from '../parts/queries.ts';
import { showToast } from '../parts/toast.tsx';

type Props = {
  tenant: Tenant;
  ids: ReadonlySet<string>;
  /** Called for each deleted job. */
  onDeleted: (id: string) => void;
};

/** Deletes the selected jobs one by one. Jobs that could not be deleted stay selected. */
export const DeleteJobs = ({ tenant, ids, onDeleted }: Props) => {
  const [isConfirming, setConfirming] = useState(false);
  const jobs = count(ids.size, 'job');
  const remove = async () => {
    try {
      for (const jobId of ids) {
        await deleteTranscription({ ...tenant, jobId });
        queries.removeQueries({ queryKey: keyOf.job({ ...tenant, jobId }) });
        onDeleted(jobId);
      }
    } finally {
      await queries.invalidateQueries({ queryKey: keyOf.jobs(tenant) });
    }
    setConfirming(false);
    showToast(`${jobs} deleted.`);
  };
  return (
    <>
      {ids.size > 0 && (
        <Button tone="danger" onClick={() => setConfirming(true)}>
          Delete {ids.size}
        </Button>
      )}
      {isConfirming && (
        <Confirm title={`Delete ${jobs}?`} label="Delete" act={remove} onClose={() => setConfirming(false)}>
          <p>
            Text and audio are erased, and jobs that have not ended are canceled. Only their charges stay on
            the bill.
          </p>
        </Confirm>
      )}
    </>
  );
};
