import { signal } from '@preact/signals';
import { pathOf } from './route.ts';

export const hash = signal(location.hash);
/** False on the first page, whose heading must not take the focus. */
export const hasNavigated = signal(false);

addEventListener('hashchange', () => {
  hasNavigated.value = true;
  hash.value = location.hash;
});

export const goTo = (address: string): void => {
  location.hash = address;
};

/**
 * Remembers the open page. The returned function tells whether it is still open, so that a late answer does not lead its user
 * away from another page.
 */
export const here = (): (() => boolean) => {
  const page = pathOf(hash.peek());
  return () => pathOf(hash.peek()) === page;
};

/** Navigates without a history entry, so that "back" skips the current page. */
export const replaceWith = (address: string): void => location.replace(address);
