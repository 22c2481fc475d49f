import { signal } from '@preact/signals';

export const hash = signal(location.hash);
/** Whether the reader has gone from one page to another, so that focus has to follow. */
export const hasNavigated = signal(false);

addEventListener('hashchange', () => {
  hasNavigated.value = true;
  hash.value = location.hash;
});

export const goTo = (address: string): void => {
  location.hash = address;
};

/** Goes there so that "back" skips the page that is left. */
export const replaceWith = (address: string): void => location.replace(address);
