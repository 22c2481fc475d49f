import { defineConfig } from 'vitest/config';

const project = (name: string, include: string[], testTimeout: number) => ({
  test: { name, include, testTimeout, hookTimeout: 120_000, environment: 'node' },
});

export default defineConfig({
  test: {
    projects: [
      project('fast', ['test/{lib,functions,cdk,local}/**/*.test.ts'], 20_000),
      project('e2e', ['test/e2e/**/*.test.ts'], 300_000),
    ],
  },
});
