import type { BrowserContextOptions } from 'playwright-core';
import { inject } from 'vitest';
import { openWorld } from './world.ts';

/** A browser with a page at the service that the files share. `stop` fails if that page had problems. */
export const startWorld = (options: BrowserContextOptions = {}, ...browserArgs: string[]) =>
  openWorld(inject('consoleService'), options, ...browserArgs);
