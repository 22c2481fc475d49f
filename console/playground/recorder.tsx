import { useEffect, useRef, useState } from 'preact/hooks';
import { clock } from '../format.ts';
import { microphoneProblem, type Recording, startRecording } from './recording.ts';

const tickMs = 100;

/** Records from the microphone, with its level and the time. */
export const Recorder = ({ onRecorded }: { onRecorded: (file: File) => void }) => {
  const running = useRef<Recording | undefined>(undefined);
  const [since, setSince] = useState<number>();
  const [shown, setShown] = useState({ level: 0, ms: 0 });
  const [problem, setProblem] = useState<string>();
  useEffect(() => () => running.current?.discard(), []);
  useEffect(() => {
    if (since === undefined) return;
    const timer = setInterval(
      () => setShown({ level: running.current?.level() ?? 0, ms: performance.now() - since }),
      tickMs,
    );
    return () => clearInterval(timer);
  }, [since]);
  const start = async () => {
    setProblem(undefined);
    try {
      running.current = await startRecording();
      setShown({ level: 0, ms: 0 });
      setSince(performance.now());
    } catch (error) {
      setProblem(microphoneProblem(error));
    }
  };
  const stop = async () => {
    setSince(undefined);
    const file = await running.current?.stop();
    running.current = undefined;
    if (file) onRecorded(file);
  };
  return (
    <>
      {since === undefined ? (
        <button type="button" class="secondary outline" onClick={() => void start()}>
          Record
        </button>
      ) : (
        <div class="recording">
          <span class="dot" aria-hidden="true" />
          <span class="sr-only" role="status">
            Recording
          </span>
          <span class="time">{clock(shown.ms)}</span>
          <meter min={0} max={1} value={shown.level} aria-label="Level of the microphone" />
          <button type="button" onClick={() => void stop()}>
            Stop
          </button>
        </div>
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
    </>
  );
};
