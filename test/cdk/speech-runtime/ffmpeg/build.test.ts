import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '../../../support/test-folder.ts';

const script = join(import.meta.dirname, '../../../../cdk/speech-runtime/ffmpeg/build.sh');
let dir: string;
beforeEach(() => {
  dir = testFolder();
});

/** Puts a program with this name before the machine's own in PATH. It records its calls. */
const fake = (name: string, body: string): void =>
  writeFileSync(join(dir, name), `#!/bin/sh\necho "${name} $*" >>"${dir}/calls"\n${body}\n`, { mode: 0o755 });

const run = (...args: readonly string[]): string => {
  const env = { ...process.env, PATH: `${dir}:${process.env['PATH']}`, TMPDIR: dir };
  return execFileSync('sh', [script, join(dir, 'out'), ...args], { env, encoding: 'utf8', stdio: 'pipe' });
};
const calls = (): string[] => readFileSync(join(dir, 'calls'), 'utf8').trim().split('\n');

const noCompiler = () => {
  fake('x86_64-linux-gnu-gcc', 'exit 1');
  fake('id', 'case $1 in -u) echo 0 ;; *) echo root ;; esac');
  fake('dpkg', 'echo amd64');
  fake('sleep', ':');
};

test('the build waits while another apt holds the lock of the package lists, and lets dpkg wait for its own', () => {
  noCompiler();
  // Makes the script fail after the installation, when it downloads the source package.
  fake(
    'apt-get',
    `case "$*" in
      *source* | *--download-only*) exit 1 ;;
      *update*) [ $(grep -c update "${dir}/calls") -lt 2 ] || [ $(grep -c update "${dir}/calls") -gt 3 ] || { echo 'E: Could not get lock /var/lib/apt/lists/lock.' >&2; exit 100; } ;;
    esac`,
  );
  expect(() => run('build', 'x86_64')).toThrow('Command failed');
  expect(calls().filter((call) => /^(?:apt-get|sleep)/.test(call))).toEqual([
    // The first calls are without root.
    'apt-get -qq update',
    expect.stringMatching(/^apt-get -qq install --download-only .*gcc libc6-dev dpkg-dev make$/),
    'apt-get -qq update',
    'sleep 10',
    'apt-get -qq update',
    'sleep 10',
    'apt-get -qq update',
    expect.stringMatching(/^apt-get -qq install -o DPkg::Lock::Timeout=600 .*gcc libc6-dev dpkg-dev make$/),
    'apt-get -qq update',
    'apt-get -qq source ffmpeg',
  ]);
});

test('the build does not wait when apt fails for another reason', () => {
  noCompiler();
  fake('apt-get', 'echo "E: The repository has no Release file." >&2; exit 100');
  expect(() => run('build', 'x86_64')).toThrow('no Release file');
  expect(calls().filter((call) => call.startsWith('sleep'))).toEqual([]);
});

test('the newest version is that of the release with its security fixes, and needs no compiler', () => {
  fake('apt-get', ':');
  fake(
    'apt-cache',
    'printf "Version: 7:7.1.5-0+deb13u1\\nBinary: ffmpeg\\n\\nVersion: 7:7.1.10-0+deb13u1\\n"',
  );
  expect(run('newest')).toBe('7:7.1.10-0+deb13u1\n');
  expect(calls()).toEqual(['apt-get -qq update', 'apt-cache showsrc ffmpeg']);
});
