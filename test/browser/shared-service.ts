import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { noBrowser } from './browser.ts';
import { ConsoleService } from './console-service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    consoleService: ConsoleService;
  }
}

/** Vitest calls `setup` before the browser tests, and its result after them. Most browser tests share this service. */
export const setup = async (project: TestProject): Promise<(() => Promise<void>) | undefined> => {
  if (noBrowser) return undefined;
  const child = fork(join(import.meta.dirname, 'serve.ts'), { execArgv: [] });
  const exited = once(child, 'exit');
  const failed = exited.then(() => {
    throw new Error('The service of the browser tests ended before it ran.');
  });
  const [service] = await Promise.race([once(child, 'message'), failed]);
  project.provide('consoleService', ConsoleService.parse(service));
  return async () => {
    child.disconnect();
    await exited;
  };
};
