import { useEffect, useRef, useState } from 'preact/hooks';
import { isScrolling } from './player-keys.ts';
import { within } from './within.ts';

/** Whether the page follows the player: until the reader looks elsewhere, and again when the reader asks for it. */
export const useFollow = () => {
  const [isFollowing, setFollowing] = useState(true);
  const latest = useRef(true);
  latest.current = isFollowing;
  const leave = () => setFollowing(false);
  useEffect(() => {
    const over = new AbortController();
    const listening = { passive: true, signal: over.signal };
    addEventListener('wheel', leave, listening);
    addEventListener('touchmove', leave, listening);
    addEventListener('keydown', ({ key, target }) => isScrolling(key, within(target)) && leave(), listening);
    return () => over.abort();
  }, []);
  return { isFollowing, follow: () => setFollowing(true), leave, follows: () => latest.current };
};
