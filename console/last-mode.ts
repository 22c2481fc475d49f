import type { Mode } from './api/types.ts';
import { readStored, writeStored } from './parts/stored.ts';

const key = 'last-mode';
let last: Mode | undefined;

/**
 * The mode opened last in this tab, or in this browser if the tab is new. Pages outside a project link to projects in
 * this mode.
 */
export const lastMode = (): Mode => last ?? (readStored(key) === 'test' ? 'test' : 'live');

export const rememberMode = (mode: Mode): void => {
  last = mode;
  writeStored(key, mode);
};
