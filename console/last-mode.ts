import type { Mode } from './api/types.ts';

const key = 'last-mode';
let last: Mode | undefined;

/** The mode that was open last, in this tab or else in this browser. Other pages link to projects in this mode. */
export const lastMode = (): Mode => last ?? storedMode();

export const rememberMode = (mode: Mode): void => {
  last = mode;
  try {
    localStorage.setItem(key, mode);
  } catch {
    // A browser that keeps nothing begins in live mode next time.
  }
};

const storedMode = (): Mode => {
  try {
    return localStorage.getItem(key) === 'test' ? 'test' : 'live';
  } catch {
    return 'live';
  }
};
