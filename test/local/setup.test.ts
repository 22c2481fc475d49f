import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let project = '';
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'clone-'));
  mkdirSync(join(project, 'local'));
  mkdirSync(join(project, 'bin'));
  copyFileSync(join(import.meta.dirname, '../../local/setup.mjs'), join(project, 'local/setup.mjs'));
  writeFileSync(join(project, 'package-lock.json'), '{}');
});
afterEach(() => rmSync(project, { recursive: true }));

/** Puts a program into the PATH of setup.mjs. */
const program = (name: string, script: string): void => {
  writeFileSync(join(project, 'bin', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(project, 'bin', name), 0o755);
};

type Machine = { platform?: string; arch?: string; dynamodb?: string };

const setUp = (args: string[], { platform = 'linux', arch = 'x64', dynamodb }: Machine = {}) => {
  const fakeMachine = `Object.defineProperties(process, { platform: { value: '${platform}' }, arch: { value: '${arch}' } });`;
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      `--import=data:text/javascript,${encodeURIComponent(fakeMachine)}`,
      join(project, 'local/setup.mjs'),
      ...args,
    ],
    {
      encoding: 'utf8',
      env: { PATH: join(project, 'bin'), ...(dynamodb !== undefined && { EARSHOT_DYNAMODB: dynamodb }) },
    },
  );
  return { status, output: stderr.trim() };
};

const unsupported = expect.stringMatching(
  /^This machine is .*\. Earshot runs on Linux x64\. .*EARSHOT_DYNAMODB.*README\.md\.$/,
);

test.each<[string, string[], Machine]>([
  ['Windows', ['local/start.ts'], { platform: 'win32' }],
  [
    'a Mac with an Intel processor',
    ['local/start.ts'],
    { platform: 'darwin', dynamodb: 'http://localhost:8000' },
  ],
  ['a Mac without a DynamoDB', ['local/start.ts'], { platform: 'darwin', arch: 'arm64' }],
  ['Linux arm64 without a DynamoDB', ['local/demo.ts'], { arch: 'arm64' }],
])('on %s setup prints in one line what is supported, and installs nothing', (_, args, machine) => {
  program('npm', `: > ${project}/installed`);
  expect(setUp(args, machine)).toEqual({ status: 1, output: unsupported });
  expect(existsSync(join(project, 'installed'))).toBe(false);
});

test.each<[string, string[], Machine]>([
  ['Linux x64', ['local/start.ts'], {}],
  [
    'a Mac with a DynamoDB',
    ['local/start.ts'],
    { platform: 'darwin', arch: 'arm64', dynamodb: 'http://localhost:8000' },
  ],
  ['a Mac that only deploys', ['cdk/speech-runtime/layer.ts'], { platform: 'darwin', arch: 'arm64' }],
])('on %s setup installs packages', (_, args, machine) => {
  program('npm', 'exit 1');
  expect(setUp(args, machine)).toEqual({
    status: 1,
    output: 'Installing packages…\n\nnpm ci failed. See its output above.',
  });
});

test('if npm ignores install scripts, setup prints how to install the missing Node.js', () => {
  mkdirSync(join(project, 'node_modules'));
  program('npm', `echo '{}' > ${project}/node_modules/.package-lock.json`);
  const { status, output } = setUp(['local/start.ts']);
  expect(status).toBe(1);
  expect(output).toContain('npm is configured to ignore install scripts');
  expect(output).toContain('npm rebuild node --ignore-scripts=false');
});
