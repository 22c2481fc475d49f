import { Stack } from 'aws-cdk-lib/core';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { cachedBuild } from './cached-build.ts';

const repository = join(import.meta.dirname, '../..');
const nodeHttp = './lib/platform/net/node-http.ts';

/**
 * The code of the function in `file` (relative to functions/), bundled with its imports into one `index.mjs`. Respects
 * CDK's context `aws:cdk:bundling-stacks`, so `cdk ls` and template tests do not bundle.
 */
export const bundleOf = (scope: Construct, file: string): Code => {
  if (!Stack.of(scope).bundlingRequired) return Code.fromInline('// not bundled');
  bundles ??= builtBundles();
  return Code.fromAsset(join(bundles, withoutExtension(file)));
};

/** Cached for the process, because the sources do not change. */
let bundles: string | undefined;

/** A folder with one folder per function, named after its file. esbuild builds all of them in a few seconds. */
export const builtBundles = (): string =>
  cachedBuild('bundles', ['{functions,lib}/**', 'cdk/constructs/bundle.ts'], bundleAll);

/**
 * Errors of the OpenID Connect client, which these functions contain, are named after their classes. Without the names
 * the log would call an error `a`. In all functions, names would make the code larger and each start slower.
 */
const keepsNames = (file: string): boolean => /^platform\/(sign-in|sessions?)\//.test(file);

const bundleAll = (folder: string): void => {
  const files = globSync('{api,events,platform,realtime,workers}/**/*.ts', {
    cwd: join(repository, 'functions'),
  });
  for (const [keepNames, some] of Map.groupBy(files, keepsNames)) bundle(folder, some, { keepNames });
};

const bundle = (
  folder: string,
  files: readonly string[],
  { keepNames }: { readonly keepNames: boolean },
): void => {
  buildSync({
    absWorkingDir: repository,
    entryPoints: Object.fromEntries(
      files.map((file) => [join(withoutExtension(file), 'index'), join('functions', file)]),
    ),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    keepNames,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Prefer the ES modules of the AWS SDK: they are half the size and need no `require`.
    mainFields: ['module', 'main'],
    alias: {
      // The Opus decoder has a class for browsers that extends the class of this package. The package cannot be bundled
      // as an ES module, and in Node.js any class works instead.
      '@eshaz/web-worker': 'node:events',
      'node:http': nodeHttp,
      http: nodeHttp,
      '@aws-sdk/credential-provider-node': './lib/platform/aws/credentials.ts',
    },
    logLevel: 'warning',
  });
};

const withoutExtension = (file: string) => file.replace(/\.ts$/, '');
