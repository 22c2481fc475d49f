import { useEffect, useRef, useState } from 'preact/hooks';
import { clock } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { useAction } from '../parts/use-action.ts';
import { microphoneProblem, type Recording, startRecording } from './recording.ts';

const tickMs = 100;

/** Records from the microphone and shows its level and the elapsed time. */
export const Recorder = ({ onRecorded }: { onRecorded: (file: File, ms: number) => void }) => {
  const recording = useRef<Recording | undefined>(undefined);
  const isGone = useRef(false);
  const [startedAt, setStartedAt] = useState<number>();
  const [shown, setShown] = useState({ level: 0, ms: 0 });
  useEffect(
    () => () => {
      isGone.current = true;
      recording.current?.discard();
    },
    [],
  );
  useEffect(() => {
    if (startedAt === undefined) return;
    const timer = setInterval(
      () => setShown({ level: recording.current?.level() ?? 0, ms: performance.now() - startedAt }),
      tickMs,
    );
    return () => clearInterval(timer);
  }, [startedAt]);
  const starting = useAction(async () => {
    const started = await startRecording();
    // The browser may have asked for longer than the page was open.
    if (isGone.current) return started.discard();
    recording.current = started;
    setShown({ level: 0, ms: 0 });
    setStartedAt(performance.now());
  });
  const stop = async () => {
    const ms = Math.round(performance.now() - (startedAt ?? 0));
    setStartedAt(undefined);
    const stopped = recording.current;
    recording.current = undefined;
    const file = await stopped?.stop();
    if (file) onRecorded(file, ms);
  };
  return (
    <>
      {startedAt === undefined ? (
        <Button onClick={() => starting.run()} isBusy={starting.isBusy}>
          Record
        </Button>
      ) : (
        <div class="recording">
          <span class="dot" aria-hidden="true" />
          <span class="sr-only" role="status">
            Recording
          </span>
          <span class="time">{clock(shown.ms)}</span>
          <meter min={0} max={1} value={shown.level} aria-label="Microphone level" />
          <Button tone="main" onClick={() => void stop()}>
            Stop
          </Button>
        </div>
      )}
      <p class="problem" role="alert">
        {starting.error !== undefined && microphoneProblem(starting.error)}
      </p>
    </>
  );
};
