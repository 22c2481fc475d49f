import { defineConfig } from 'vitest/config';
import { functionEnvironment } from './test/support/function-environment.ts';
import { noSkips } from './test/support/no-skips.ts';

const project = (
  name: string,
  files: { include: string[]; exclude?: string[]; isolate?: boolean; globalSetup?: string | string[] },
  testTimeout: number,
) => ({
  test: {
    name,
    ...files,
    testTimeout,
    hookTimeout: 120_000,
    // A second, the usual, is not enough on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    environment: 'node',
    setupFiles: ['test/support/property-seed.ts'],
    // No fast test depends on another. The seed is fixed: an order that fails should not stop a change that did not cause it.
    ...(name === 'fast' && { sequence: { shuffle: { tests: true }, seed: 11 } }),
    env: {
      POWERTOOLS_LOG_LEVEL: 'SILENT',
      ...(name === 'fast' && functionEnvironment),
      // The engine is a third of their time. That the table in memory acts alike is tested by `fast`.
      ...(name === 'faults' && { TABLE: 'memory' }),
    },
  },
});

const units = 'test/{lib,functions,cdk,console,local,sdk,simulator,bench,docs}/**/';

// Their tests start whole services.
const globalSetup = 'test/support/shared-assembly.ts';

// Most of them share one.
const browserSetup = [globalSetup, 'test/browser/shared-service.ts'];

// They need packages of Python too, which one process installs for all.
const foreignSetup = [globalSetup, 'test/foreign/install-packages.ts'];

const later = ['**/*.slow.test.ts', '**/*.faults.test.ts'];

/** `fast` runs before every push. Tests that start processes or load the speech model wait for `npm test`, those that break things or send half a gigabyte for `npm run test:faults`, those in other languages for `npm run test:foreign`. */
export default defineConfig({
  test: {
    // One for each core. The faults have a third, because they mostly wait for what they have killed.
    maxWorkers: 2,
    reporters: ['default', noSkips()],
    projects: [
      project('fast', { include: [`${units}*.test.ts`], exclude: later, isolate: false }, 20_000),
      project('slow', { include: [`${units}*.slow.test.ts`] }, 180_000),
      project('browser', { include: ['test/browser/**/*.test.ts'], globalSetup: browserSetup }, 90_000),
      project('e2e', { include: ['test/e2e/**/*.test.ts'], exclude: later, globalSetup }, 300_000),
      project('faults', { include: ['test/**/*.faults.test.ts'], globalSetup }, 600_000),
      project('foreign', { include: ['test/foreign/**/*.test.ts'], globalSetup: foreignSetup }, 300_000),
    ],
  },
});
