import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { type PlayerKey, playerKeyOf, skipMs } from './player-keys.ts';
import type { Player } from './use-player.ts';
import { within } from './within.ts';

type Options = { isPlayable: boolean; search: RefObject<HTMLInputElement | null> };

/** Handles keys anywhere on the page: Space, arrows, < and > for the player, / for the search. */
export const usePlayerKeys = (player: Player, { isPlayable, search }: Options): void => {
  useEffect(() => {
    const actions: Readonly<Record<PlayerKey, () => void>> = {
      toggle: player.toggle,
      back: () => player.skip(-skipMs),
      forward: () => player.skip(skipMs),
      slower: () => player.changeRate(-1),
      faster: () => player.changeRate(1),
      search: () => search.current?.focus(),
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const key = playerKeyOf(event, within(event.target));
      if (key === undefined || (key !== 'search' && !isPlayable)) return;
      event.preventDefault();
      actions[key]();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [player, isPlayable]);
};
