import { useEffect, useState } from 'preact/hooks';
import { isAbort } from '../api/api-error.ts';
import { getTranscription, type JobPlace } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';

export const isOnItsWay = ({ status }: Pick<TranscriptionView, 'status'>): boolean =>
  status === 'queued' || status === 'processing';

export type JobState =
  | { is: 'loading' }
  | { is: 'known'; job: TranscriptionView }
  | { is: 'failed'; error: unknown };

/** Longer would hide the progress, which does not end a wait. */
const waitSeconds = 2;

/** The job, followed until it has ended. `again` asks anew after an error or a change. */
export const useJob = (place: JobPlace): { state: JobState; again: () => void } => {
  const [state, setState] = useState<JobState>({ is: 'loading' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const { signal, abort } = controllerOf();
    const follow = async () => {
      let job = await getTranscription(place, 0, signal);
      setState({ is: 'known', job });
      while (isOnItsWay(job)) {
        job = await getTranscription(place, waitSeconds, signal);
        setState({ is: 'known', job });
      }
    };
    follow().catch((error: unknown) => {
      if (!isAbort(error)) setState({ is: 'failed', error });
    });
    return abort;
  }, [place.projectId, place.mode, place.jobId, turn]);
  return { state, again: () => setTurn((before) => before + 1) };
};

const controllerOf = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};
