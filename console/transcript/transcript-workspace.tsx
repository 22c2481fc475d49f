import { useComputed } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TranscriptionView } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { PlayerBar } from './player-bar.tsx';
import { ChooseRecording, RecordingSource } from './recording-source.tsx';
import { matchesOf } from './search.ts';
import { SearchField } from './search-field.tsx';
import { SegmentList } from './segment-list.tsx';
import { timelineOf } from './timeline.ts';
import { useFollow } from './use-follow.ts';
import { usePeaks } from './use-peaks.ts';
import { usePlayer } from './use-player.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { Waveform } from './waveform.tsx';

type Props = {
  job: TranscriptionView;
  recording: File | undefined;
  onRecording: (file: File) => void;
};

/** The text of a job with its player. The playing word is marked, and a click on a word plays from there. */
export const TranscriptWorkspace = ({ job, recording, onRecording }: Props) => {
  const segments = job.segments ?? [];
  const totalMs = job.audio_ms ?? segments.at(-1)?.end_ms ?? 0;
  const player = usePlayer(totalMs);
  const timeline = useMemo(() => timelineOf(segments, job.words ?? []), [job]);
  const position = useComputed(() =>
    player.atMs.value > 0 || player.isPlaying.value ? timeline.positionAt(player.atMs.value) : undefined,
  );
  const peaks = usePeaks(job, totalMs, recording);
  const following = useFollow();
  const [searched, setSearched] = useState('');
  const [current, setCurrent] = useState(0);
  const matches = useMemo(
    () =>
      matchesOf(
        segments.map(({ text }) => text),
        searched,
      ),
    [job, searched],
  );
  const [marksUncertain, setMarksUncertain] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  usePlayerKeys(player, { isPlayable: recording !== undefined, search });
  const [bar, barPx] = useHeight();
  const showMatch = (next: number) => {
    // The next line that is spoken would scroll the match away.
    following.leave();
    setCurrent(next);
  };
  const seek = (ms: number) => {
    following.follow();
    player.seek(ms);
  };
  const playFrom = useMemo(
    () => (ms: number) => {
      following.follow();
      player.playFrom(ms);
    },
    [player],
  );
  return (
    <section class="workspace" aria-label="Transcript">
      {recording && (
        <RecordingSource player={player} recording={recording} totalMs={totalMs} onRecording={onRecording} />
      )}
      <div ref={bar} class="player">
        <Waveform player={player} totalMs={totalMs} peaks={peaks} onSeek={seek} />
        <div class="tools">
          {recording ? (
            <PlayerBar player={player} totalMs={totalMs} />
          ) : (
            <p class="quiet" title="It stays on this computer">
              No audio is kept. <ChooseRecording label="Choose the recording" onRecording={onRecording} /> to
              listen.
            </p>
          )}
          <SearchField
            input={search}
            searched={searched}
            onSearched={(text) => {
              setSearched(text);
              showMatch(0);
            }}
            count={matches.length}
            current={current}
            onCurrent={showMatch}
          />
          {job.words && (
            <Button aria-pressed={marksUncertain} onClick={() => setMarksUncertain(!marksUncertain)}>
              Uncertain words
            </Button>
          )}
        </div>
      </div>
      <SegmentList
        segments={segments}
        timeline={timeline}
        matches={matches}
        currentMatch={matches[current]}
        follows={following.follows}
        coveredPx={barPx}
        onPlay={recording && playFrom}
        marksUncertain={marksUncertain}
        translation={job.request?.translation}
        showsLanguage={(job.detected_languages?.length ?? 0) > 1}
        position={position}
      />
      {!following.isFollowing && player.isPlaying.value && (
        <button type="button" class="follow" onClick={following.follow}>
          Follow the recording
        </button>
      )}
    </section>
  );
};

/** A reference to an element, and its height in pixels. */
const useHeight = () => {
  const element = useRef<HTMLDivElement>(null);
  const [px, setPx] = useState(0);
  useEffect(() => {
    const sizes = new ResizeObserver(() => setPx(element.current?.offsetHeight ?? 0));
    if (element.current) sizes.observe(element.current);
    return () => sizes.disconnect();
  }, []);
  return [element, px] as const;
};
