import { useEffect, useState } from 'preact/hooks';
import { clock } from '../format.ts';
import type { Player } from './use-player.ts';

type Props = { player: Player; recording: File; totalMs: number; onRecording: (file: File) => void };

/** Two encodings of the same recording may differ in length by this share. */
const toleratedShare = 0.02;
const toleratedMs = 2_000;

/** The recording in a hidden player of the browser. Shows a note if its length differs from the job's. */
export const RecordingSource = ({ player, recording, totalMs, onRecording }: Props) => {
  const [url, setUrl] = useState<string>();
  const [unplayable, setUnplayable] = useState<string>();
  const [lengthMs, setLength] = useState(totalMs);
  useEffect(() => {
    const made = URL.createObjectURL(recording);
    setUrl(made);
    setLength(totalMs);
    return () => URL.revokeObjectURL(made);
  }, [recording]);
  const onLength = (audio: HTMLAudioElement) => {
    if (Number.isFinite(audio.duration)) setLength(audio.duration * 1000);
    else findLength(audio);
  };
  const differs = Math.abs(lengthMs - totalMs) > Math.max(toleratedMs, toleratedShare * totalMs);
  return (
    <>
      {url !== undefined && (
        <audio
          ref={player.audio}
          src={url}
          preload="auto"
          onPlay={({ currentTarget }) => {
            // The browser plays another recording at the normal speed, so the rate is set again.
            currentTarget.playbackRate = player.rate.peek();
            player.isPlaying.value = true;
          }}
          onPause={() => (player.isPlaying.value = false)}
          onError={() => setUnplayable(url)}
          onDurationChange={({ currentTarget }) => onLength(currentTarget)}
        />
      )}
      {url !== undefined && url === unplayable && (
        <p class="note" role="alert">
          This browser cannot play “{recording.name}”. The text is complete.{' '}
          <ChooseRecording label="Choose another" onRecording={onRecording} />
        </p>
      )}
      {differs && (
        <p class="note" role="alert">
          Is this the same recording? “{recording.name}” is {clock(lengthMs)} long, the transcribed one{' '}
          {clock(totalMs)}. <ChooseRecording label="Choose another" onRecording={onRecording} />
        </p>
      )}
    </>
  );
};

type ChooseProps = { label: string; onRecording: (file: File) => void };

export const ChooseRecording = ({ label, onRecording }: ChooseProps) => (
  <label class="link-label">
    <input
      type="file"
      class="sr-only"
      accept="audio/*,video/*"
      onChange={({ currentTarget: { files } }) => files?.[0] && onRecording(files[0])}
    />
    <span>{label}</span>
  </label>
);

/** Files of MediaRecorder have no length. Seeking past the end makes the browser determine it. */
const findLength = (audio: HTMLAudioElement): void => {
  audio.addEventListener('durationchange', () => (audio.currentTime = 0), { once: true });
  audio.currentTime = Number.MAX_SAFE_INTEGER;
};
