import type { Mode } from './api/types.ts';

const key = 'last-mode';
let last: Mode | undefined;

/**
 * The mode opened last in this tab, or in this browser if the tab is new. Pages outside a project link to projects in
 * this mode.
 */
export const lastMode = (): Mode => last ?? storedMode();

export const rememberMode = (mode: Mode): void => {
  last = mode;
  try {
    localStorage.setItem(key, mode);
  } catch {
    // Without storage, the next visit starts in live mode.
  }
};

const storedMode = (): Mode => {
  try {
    return localStorage.getItem(key) === 'test' ? 'test' : 'live';
  } catch {
    return 'live';
  }
};
