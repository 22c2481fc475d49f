import { useEffect, useState } from 'preact/hooks';
import { isAbort } from '../api/api-error.ts';
import { getTranscription, type JobPlace } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';
import { follow } from './follow.ts';

export type JobState =
  | { is: 'loading' }
  | { is: 'known'; job: TranscriptionView }
  | { is: 'failed'; error: unknown };

/** The job, followed until it has ended. `again` asks anew after an error or a change. */
export const useJob = (place: JobPlace): { state: JobState; again: () => void } => {
  const [state, setState] = useState<JobState>({ is: 'loading' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const { signal, abort } = controllerOf();
    const show = async () => {
      const ask = (wait: number) => getTranscription(place, wait, signal);
      for await (const job of follow({ ask, pause })) setState({ is: 'known', job });
    };
    show().catch((error: unknown) => {
      if (!isAbort(error)) setState({ is: 'failed', error });
    });
    return abort;
  }, [place.projectId, place.mode, place.jobId, turn]);
  return { state, again: () => setTurn((before) => before + 1) };
};

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

const controllerOf = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};
