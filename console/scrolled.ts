import { readKept, writeKept } from './parts/kept.ts';

/** The storage name of the scroll position of each page, by the key of its history entry. */
const name = 'scrolled';

const placesLeft = (): Record<string, unknown> => {
  const kept = readKept(name);
  return typeof kept === 'object' ? { ...kept } : {};
};

/** The key of the entry to which "back" or "forward" led. Undefined on a new entry. */
let returnedTo: string | undefined;

/** Stores the scroll position when the user leaves a page. Browsers without the Navigation API show each page from its top. */
export const watchScrolling = (): void => {
  if (!('navigation' in globalThis)) return;
  navigation.addEventListener('navigate', ({ navigationType, destination }) => {
    const left = navigation.currentEntry?.key;
    if (left !== undefined) writeKept(name, { ...placesLeft(), [left]: Math.round(scrollY) });
    returnedTo = navigationType === 'traverse' ? destination.key : undefined;
  });
};

/** Content that loads later than this no longer scrolls the page. */
const maxWaitMs = 5_000;

/**
 * Scrolls a new page to its top. Scrolls a page that the user returns to its stored position, for which its rows may
 * have to load first. Returns a function that stops the attempt.
 */
export const scrollToPlace = (): (() => void) => {
  const left = placesLeft()[returnedTo ?? ''];
  const place = typeof left === 'number' ? left : 0;
  const over = new AbortController();
  const stop = () => over.abort();
  const grown = new ResizeObserver(() => {
    scrollTo(0, place);
    if (Math.abs(scrollY - place) < 1) stop();
  });
  over.signal.addEventListener('abort', () => grown.disconnect());
  for (const moved of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(moved, stop, { signal: over.signal });
  setTimeout(stop, maxWaitMs);
  scrollTo(0, place);
  grown.observe(document.body);
  return stop;
};
