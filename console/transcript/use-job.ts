import { useEffect, useState } from 'preact/hooks';
import { isAbort } from '../api/api-error.ts';
import { getTranscription, type JobRef } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';
import { follow } from './follow.ts';

export type JobState =
  | { is: 'loading' }
  | { is: 'known'; job: TranscriptionView }
  | { is: 'failed'; error: unknown };

/** Follows the job until it has ended. `reload` starts over after an error or a change. */
export const useJob = (jobRef: JobRef): { state: JobState; reload: () => void } => {
  const [state, setState] = useState<JobState>({ is: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const { signal, abort } = controllerOf();
    const show = async () => {
      const getJob = (wait: number) => getTranscription(jobRef, wait, signal);
      for await (const job of follow({ getJob, sleep })) setState({ is: 'known', job });
    };
    show().catch((error: unknown) => {
      if (!isAbort(error)) setState({ is: 'failed', error });
    });
    return abort;
  }, [jobRef.projectId, jobRef.mode, jobRef.jobId, attempt]);
  return { state, reload: () => setAttempt((before) => before + 1) };
};

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

const controllerOf = () => {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
};
