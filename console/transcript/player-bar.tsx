import type { ReadonlySignal } from '@preact/signals';
import { clock } from '../format.ts';
import { rates, skipMs } from './player-keys.ts';
import type { Player } from './use-player.ts';

/** The buttons of the player. */
export const PlayerBar = ({ player, totalMs }: { player: Player; totalMs: number }) => {
  const { isPlaying, rate, atMs } = player;
  return (
    <div class="player-bar">
      <button
        type="button"
        class="icon"
        aria-label="Back 5 seconds"
        title="←"
        onClick={() => player.skip(-skipMs)}
      >
        −5
      </button>
      <button
        type="button"
        class="icon play"
        aria-label={isPlaying.value ? 'Pause' : 'Play'}
        title="Space"
        onClick={player.toggle}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d={isPlaying.value ? 'M4 2h3v12H4zM9 2h3v12H9z' : 'M4 2l10 6-10 6z'} />
        </svg>
      </button>
      <button
        type="button"
        class="icon"
        aria-label="Forward 5 seconds"
        title="→"
        onClick={() => player.skip(skipMs)}
      >
        +5
      </button>
      <Elapsed atMs={atMs} totalMs={totalMs} />
      <select
        aria-label="Speed"
        title="< and >"
        value={String(rate.value)}
        onChange={(event) => player.setRate(Number(event.currentTarget.value))}
      >
        {rates.map((one) => (
          <option key={one} value={String(one)}>
            {one}×
          </option>
        ))}
      </select>
    </div>
  );
};

/** A separate component, because it changes with each step of the player. */
const Elapsed = ({ atMs, totalMs }: { atMs: ReadonlySignal<number>; totalMs: number }) => (
  <span class="elapsed">
    {clock(atMs.value)} <span class="quiet">/ {clock(totalMs)}</span>
  </span>
);
