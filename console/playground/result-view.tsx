import type { Tenant } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import type { Sending } from '../sending/sending.ts';
import { SendingProgress } from '../sending/sending-progress.tsx';
import { progressOf, removeSending, tryAgain } from '../sending/sendings.ts';
import { JobOutput } from './job-output.tsx';
import { SendingList } from './sending-list.tsx';

type Props = {
  tenant: Tenant;
  sendings: readonly Sending[];
  shown: Sending | undefined;
  onShown: (id: string) => void;
};

/** The results of sendings: a list if there are several recordings, and one of them in full. */
export const ResultView = ({ tenant, sendings, shown, onShown }: Props) => {
  if (!shown) {
    return (
      <Empty>
        <p>The text appears here. Choose a recording, or try the sample.</p>
      </Empty>
    );
  }
  return (
    <>
      {sendings.length > 1 && <SendingList sendings={sendings} shownId={shown.id} onShown={onShown} />}
      {shown.jobId === null ? (
        <OnItsWay sending={shown} />
      ) : (
        <JobOutput key={shown.jobId} jobRef={{ ...tenant, jobId: shown.jobId }} name={shown.name} />
      )}
    </>
  );
};

const OnItsWay = ({ sending }: { sending: Sending }) => {
  const progress = progressOf(sending.id);
  return (
    <section class="card sending" aria-label="Upload">
      <h2>{sending.name}</h2>
      <SendingProgress sending={sending} progress={progress} />
      {progress.is === 'refused' && <ErrorNote error={progress.error} onRetry={() => tryAgain(sending.id)} />}
      <Button onClick={() => removeSending(sending.id)}>
        {progress.is === 'refused' ? 'Remove' : 'Cancel'}
      </Button>
    </section>
  );
};
