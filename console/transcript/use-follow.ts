import { useEffect, useRef, useState } from 'preact/hooks';

/** Whether the page follows the player: until the reader scrolls away, and again when the reader asks for it. */
export const useFollow = () => {
  const [isFollowing, setFollowing] = useState(true);
  const latest = useRef(true);
  latest.current = isFollowing;
  useEffect(() => {
    const leave = () => setFollowing(false);
    addEventListener('wheel', leave, { passive: true });
    addEventListener('touchmove', leave, { passive: true });
    return () => {
      removeEventListener('wheel', leave);
      removeEventListener('touchmove', leave);
    };
  }, []);
  return { isFollowing, follow: () => setFollowing(true), follows: () => latest.current };
};
