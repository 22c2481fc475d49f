import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type Props = {
  audio: RefObject<HTMLAudioElement | null>;
  recording: File | undefined;
  onRecording: (file: File) => void;
  onTime: (ms: number) => void;
};

/** Plays the recording from this computer, because the service erases its copy. */
export const Player = ({ audio, recording, onRecording, onTime }: Props) => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!recording) return;
    const made = URL.createObjectURL(recording);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [recording]);
  if (!recording || url === undefined) {
    return (
      <p class="quiet">
        The service keeps no audio. To listen along,{' '}
        <label class="link-label">
          <input
            type="file"
            class="sr-only"
            accept="audio/*,video/*"
            onChange={({ currentTarget: { files } }) => files?.[0] && onRecording(files[0])}
          />
          <span>choose the recording again</span>
        </label>
        ; it stays on this computer.
      </p>
    );
  }
  return (
    <div class="player">
      <audio
        ref={audio}
        src={url}
        controls
        preload="auto"
        aria-label={`Recording ${recording.name}`}
        onTimeUpdate={({ currentTarget }) => onTime(currentTarget.currentTime * 1000)}
        onLoadedMetadata={({ currentTarget }) => fixDuration(currentTarget)}
      />
    </div>
  );
};

/** Files of MediaRecorder have an infinite duration. Seeking past the end makes the browser compute the real one. */
const fixDuration = (audio: HTMLAudioElement): void => {
  if (Number.isFinite(audio.duration)) return;
  audio.addEventListener('durationchange', () => (audio.currentTime = 0), { once: true });
  audio.currentTime = Number.MAX_SAFE_INTEGER;
};
