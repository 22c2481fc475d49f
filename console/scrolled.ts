import { readKept, writeKept } from './parts/kept.ts';

/** How far down each page was left, by the key of its history entry. */
const name = 'scrolled';

const placesLeft = (): Record<string, unknown> => {
  const kept = readKept(name);
  return typeof kept === 'object' ? { ...kept } : {};
};

/** The key of the entry that "back" or "forward" has led to; undefined at a new one. */
let returnedTo: string | undefined;

/** Remembers where each page is left. Browsers without the Navigation API show each from its top. */
export const watchScrolling = (): void => {
  if (!('navigation' in globalThis)) return;
  navigation.addEventListener('navigate', ({ navigationType, destination }) => {
    const left = navigation.currentEntry?.key;
    if (left !== undefined) writeKept(name, { ...placesLeft(), [left]: Math.round(scrollY) });
    returnedTo = navigationType === 'traverse' ? destination.key : undefined;
  });
};

/** What is loaded later than this moves the page no more. */
const maxWaitMs = 5_000;

/** Scrolls a new page to its top, and another to where it was left, for which its rows may have to be loaded first. Returns a function that gives it up. */
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
