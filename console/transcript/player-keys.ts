export type PlayerKey = 'toggle' | 'back' | 'forward' | 'slower' | 'faster' | 'search';

/** How far the arrow keys and the buttons skip. */
export const skipMs = 5_000;

const keys: Readonly<Record<string, PlayerKey>> = {
  ' ': 'toggle',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  '<': 'slower',
  '>': 'faster',
  '/': 'search',
};

/** Here these keys have their usual meaning. */
const typed = 'input, select, textarea, audio, [contenteditable], dialog';
/** Elements that handle these keys themselves. */
const pressed = 'button, a, summary, [role=slider]';
const moved = '[role=tab]';

type Press = {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
};

/**
 * The action of a key for the player. Undefined if the key has another meaning. `isWithin` tells whether the focus is in a
 * selector.
 */
export const playerKeyOf = (
  { key, ctrlKey, metaKey, altKey }: Press,
  isWithin: (selector: string) => boolean,
): PlayerKey | undefined => {
  if (ctrlKey || metaKey || altKey || isWithin(typed)) return undefined;
  const meaning = keys[key];
  if (meaning === 'toggle' && isWithin(pressed)) return undefined;
  return (meaning === 'back' || meaning === 'forward') && isWithin(moved) ? undefined : meaning;
};

const scrollKeys = ['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown'];

/** Whether a key scrolls the page. `isWithin` is that of `playerKeyOf`. */
export const isScrolling = (key: string, isWithin: (selector: string) => boolean): boolean =>
  scrollKeys.includes(key) && !isWithin(typed);

/**
 * The time to which a key moves the slider of a recording, from `atMs`. It may be outside of the recording. Undefined for
 * other keys.
 */
export const soughtBy = (key: string, atMs: number, totalMs: number): number | undefined =>
  ({
    ArrowLeft: atMs - skipMs,
    ArrowDown: atMs - skipMs,
    ArrowRight: atMs + skipMs,
    ArrowUp: atMs + skipMs,
    Home: 0,
    End: totalMs,
  })[key];

export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

/** The next slower or faster rate. Unchanged if there is none. */
export const nextRate = (rate: number, step: 1 | -1): number => rates[rates.indexOf(rate) + step] ?? rate;

/** Limits a time to the recording. */
export const positionIn = (totalMs: number, ms: number): number => Math.min(totalMs, Math.max(0, ms));
