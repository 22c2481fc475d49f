import { useEffect, useState } from 'preact/hooks';
import { clock } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { showToast } from '../parts/toast.tsx';
import { useAction } from '../parts/use-action.ts';
import { useUnloadWarning } from '../parts/use-unload-warning.ts';
import { currentUser } from '../session.ts';
import { holdRecording } from './held-recording.ts';
import { microphoneProblem, startRecording } from './recording.ts';

const tickMs = 100;

type Props = {
  /** Also called after the user left the page. */
  onRecorded: (file: File, ms: number) => void;
};

/** Records from the microphone and shows its level and the elapsed time. */
export const Recorder = ({ onRecorded }: Props) => {
  const [isRecording, setRecording] = useState(false);
  const [isGone, setGone] = useState(false);
  const onGone = () => {
    setGone(true);
    stop();
  };
  const [held] = useState(() =>
    holdRecording({ open: () => startRecording(onGone), now: () => performance.now(), onRecorded }),
  );
  const [shown, setShown] = useState(held.shown);
  useEffect(
    () => () => {
      // A recording of a user who signs out is discarded.
      if (held.leave(currentUser() !== undefined)) showToast('Your recording is kept at the playground.');
    },
    [],
  );
  useUnloadWarning(isRecording);
  useEffect(() => {
    if (!isRecording) return;
    const timer = setInterval(() => setShown(held.shown()), tickMs);
    return () => clearInterval(timer);
  }, [isRecording]);
  const starting = useAction(async () => {
    setGone(false);
    await held.start();
    setShown(held.shown());
    setRecording(true);
  });
  const stop = () => {
    setRecording(false);
    void held.stop();
  };
  return (
    <>
      <div class={isRecording ? 'recording' : ''}>
        {isRecording && (
          <>
            <span class="dot" aria-hidden="true" />
            <span class="sr-only" role="status">
              Recording
            </span>
            <span class="time">{clock(shown.ms)}</span>
            <meter min={0} max={1} value={shown.level} aria-label="Microphone level" />
          </>
        )}
        {/* One button for both actions, so that it keeps the focus. */}
        <Button
          tone={isRecording ? 'main' : 'plain'}
          onClick={isRecording ? stop : () => starting.run()}
          isBusy={starting.isBusy}
        >
          {isRecording ? 'Stop' : 'Record'}
        </Button>
      </div>
      <p class="problem" role="alert">
        {starting.error !== undefined && microphoneProblem(starting.error)}
        {isGone && 'The microphone is gone. What was recorded until then is kept.'}
      </p>
    </>
  );
};
