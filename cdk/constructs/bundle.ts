import { Stack, Stage } from 'aws-cdk-lib/core';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { buildSync } from 'esbuild';
import { globSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
const bundles = new WeakMap<Stage, string>();

/**
 * The code of the function in `file` (relative to functions/), bundled to one `index.mjs` with all it imports.
 * Honours CDK's context `aws:cdk:bundling-stacks`, so `cdk ls` and tests of the template do not bundle.
 */
export const bundleOf = (scope: Construct, file: string): Code => {
  if (!Stack.of(scope).bundlingRequired) return Code.fromInline('// not bundled');
  const app = Stage.of(scope);
  if (!app) throw new Error(`${scope.node.path} is not part of an app`);
  const folder = bundles.get(app) ?? bundleAll(join(app.outdir, 'bundles'));
  bundles.set(app, folder);
  return Code.fromAsset(join(folder, withoutExtension(file)));
};

/** All functions in one esbuild run of half a second. NodejsFunction needs as long for each, as it starts npx every time. */
const bundleAll = (folder: string) => {
  const files = globSync('{api,events,platform,workers}/**/*.ts', { cwd: join(repository, 'functions') });
  buildSync({
    absWorkingDir: repository,
    entryPoints: Object.fromEntries(
      files.map((file) => [join(withoutExtension(file), 'index'), join('functions', file)]),
    ),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Prefer the ES modules of the AWS SDK: they are half the size and need no `require`.
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
  return folder;
};

const withoutExtension = (file: string) => file.replace(/\.ts$/, '');
