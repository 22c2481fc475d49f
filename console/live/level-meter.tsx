import { useEffect, useState } from 'preact/hooks';

const tickMs = 100;

/** The loudness of the microphone. */
export const LevelMeter = ({ level }: { level: () => number }) => {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setShown(level()), tickMs);
    return () => clearInterval(timer);
  }, [level]);
  return <meter min={0} max={1} value={shown} aria-label="Microphone level" />;
};
