import type { Reporter, TestModule } from 'vitest/node';
import { allowedSkips } from '../allowed-skips.ts';

/** Under `CI=true`, fails the run if a test was skipped that test/allowed-skips.ts does not list. */
export const noSkips = (): Reporter => ({
  onTestRunEnd: (modules: readonly TestModule[]) => {
    if (process.env['CI'] !== 'true') return;
    const skipped = modules.flatMap(({ relativeModuleId: file, children }) =>
      [...children.allTests('skipped')].map(({ fullName }) => ({ file, test: fullName })),
    );
    const unlisted = unlistedOf(skipped);
    if (unlisted.length === 0) return;
    console.error('Skipped without a reason in test/allowed-skips.ts:');
    for (const { file, test } of unlisted) console.error(`  ${file}: ${test}`);
    process.exitCode = 1;
  },
});

export type Skip = { readonly file: string; readonly test: string };

/** The skipped tests that no entry lists. An entry applies to the tests of its file whose full name starts with its text. */
export const unlistedOf = (skipped: readonly Skip[], allowed: readonly Skip[] = allowedSkips): Skip[] =>
  skipped.filter(({ file, test }) => !allowed.some((one) => one.file === file && test.startsWith(one.test)));
