import { signal } from '@preact/signals';

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

/** Navigates without a history entry, so that "back" skips the current page. */
export const replaceWith = (address: string): void => location.replace(address);
