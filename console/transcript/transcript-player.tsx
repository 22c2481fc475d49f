import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TranscriptionView } from '../api/types.ts';
import { Player } from './player.tsx';
import { SegmentList } from './segment-list.tsx';
import { positionIn } from './position.ts';

type Props = {
  job: TranscriptionView;
  recording: File | undefined;
  onRecording: (file: File) => void;
};

/** The transcript with a player. A click on a segment plays it, and the word being played is highlighted. */
export const TranscriptPlayer = ({ job, recording, onRecording }: Props) => {
  const audio = useRef<HTMLAudioElement>(null);
  const [atMs, setAtMs] = useState<number>();
  const segments = job.segments ?? [];
  const words = useMemo(() => job.words ?? [], [job]);
  useEffect(() => setAtMs(undefined), [recording]);
  const seek = (ms: number) => {
    if (!audio.current) return;
    audio.current.currentTime = ms / 1000;
    void audio.current.play();
  };
  if (job.transcript === '')
    return <p>No speech was detected in this recording. It was transcribed, and charged, as silence.</p>;
  return (
    <section aria-label="Transcript">
      <Player audio={audio} recording={recording} onRecording={onRecording} onTime={setAtMs} />
      <SegmentList
        segments={segments}
        position={positionIn({ segments, words, atMs })}
        onSeek={recording ? seek : undefined}
      />
    </section>
  );
};
