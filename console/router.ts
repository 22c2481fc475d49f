import { signal } from '@preact/signals';
import { hashWith, pathOf, type SearchChange } from './route.ts';

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

/** Shows the open page with a changed search. "Back" returns to the previous one. */
export const changeSearch = (change: SearchChange): void => goTo(hashWith(hash.peek(), change));

/**
 * Remembers the open page. The returned function tells whether it is still open, so that a late answer does not lead its user
 * away from another page.
 */
export const here = (): (() => boolean) => {
  const page = pathOf(hash.peek());
  return () => pathOf(hash.peek()) === page;
};

/** Opens a page of another site, unless the user has left this one before its address is known. */
export const leaveFor = async (known: Promise<{ url: string }>): Promise<void> => {
  const isHere = here();
  const { url } = await known;
  if (isHere()) location.assign(url);
};

/** Navigates without a history entry, so that "back" skips the current page. */
export const replaceWith = (address: string): void => location.replace(address);
