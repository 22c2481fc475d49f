import { describe, expect, test } from 'vitest';
import { type Machine, planSetup } from '#local/setup/plan.mjs';

const installedAll = { packages: 'none' as const, dynamodbLocal: false, speech: false };

/** A machine with `ps` and these programs. By default, only Maven's DynamoDB is missing. */
const aMachine = (programs: string[], more: Partial<Machine> = {}): Machine => ({
  platform: 'linux-x64',
  folder: '/home/Jürgen Müller/code (new)/earshot',
  nodeVersion: '22.20.0',
  script: 'local/start.ts',
  dynamodb: undefined,
  lacks: { ...installedAll, dynamodbLocal: true },
  has: (program) => program === 'ps' || programs.includes(program),
  isRoot: false,
  isAdministrator: () => false,
  ignoresScripts: () => false,
  ...more,
});
const nothing = { announcement: '', commands: [], dynamodbLocal: false };

test.each([
  ['win32-x64', /WSL/],
  ['win32-arm64', /WSL/],
  ['darwin-x64', /Intel.*Dockerfile/],
  ['freebsd-x64', /linux-x64, linux-arm64, darwin-arm64.*Dockerfile/],
])('the platform %s is refused', (platform, reason) => {
  const plan = planSetup(aMachine(['ffmpeg', 'brew', 'mvn'], { platform }));
  expect(plan).toEqual({ refusal: expect.stringMatching(reason) });
});

test('a Node.js that is too old is refused', () => {
  const plan = planSetup(aMachine(['ffmpeg'], { nodeVersion: '18.20.8' }));
  expect(plan).toEqual({ refusal: 'Earshot needs Node.js 20 or newer. This is 18.20.8.' });
});

test.each(['C# projects', 'what?', 'notes [old]', '{a,b}'])(
  'a folder whose path has a character with a meaning for Vite is refused: %s',
  (name) => {
    const plan = planSetup(aMachine(['ffmpeg'], { folder: `/home/me/${name}/earshot` }));
    expect(plan).toEqual({ refusal: expect.stringContaining(`/home/me/${name}/earshot. Move it`) });
  },
);

test('a user without rights is told the command of this machine for all programs that are missing', () => {
  const arm = { platform: 'linux-arm64' };
  expect(planSetup(aMachine(['dnf'], arm))).toEqual({
    refusal: expect.stringMatching(
      /^This machine lacks ffmpeg and Maven, .*`sudo dnf install ffmpeg-free maven`/,
    ),
  });
  expect(planSetup(aMachine([], { platform: 'darwin-arm64' }))).toEqual({
    refusal: expect.stringContaining('`brew install ffmpeg maven`'),
  });
});

test('Linux x64 takes DynamoDB from npm, and needs no Java', () => {
  expect(planSetup(aMachine(['ffmpeg']))).toEqual(nothing);
});

test.each(['linux-arm64', 'darwin-arm64'])('%s takes Amazon’s DynamoDB by Maven', (platform) => {
  const plan = planSetup(aMachine(['ffmpeg', 'mvn'], { platform }));
  expect(plan).toEqual({
    announcement: expect.stringContaining(`npm has no DynamoDB for ${platform}`),
    commands: [],
    dynamodbLocal: true,
  });
});

test.each([
  ['a URL', { dynamodb: 'http://localhost:8000' }],
  ['a script that deploys', { script: 'cdk/speech-runtime/layer.ts' }],
  ['an earlier installation', { lacks: installedAll }],
])('%s needs no DynamoDB from Maven', (_, more) => {
  expect(planSetup(aMachine(['ffmpeg'], { platform: 'darwin-arm64', ...more }))).toEqual(nothing);
});

test('EARSHOT_DYNAMODB=java takes Amazon’s DynamoDB anywhere', () => {
  const plan = planSetup(aMachine(['ffmpeg', 'mvn'], { dynamodb: 'java' }));
  expect(plan).toMatchObject({ dynamodbLocal: true });
});

describe('programs', () => {
  const arm = { platform: 'linux-arm64' };
  const install = [
    'apt-get',
    'install',
    '-o',
    'DPkg::Lock::Timeout=600',
    '-y',
    '-qq',
    '--no-install-recommends',
    'ffmpeg',
    'maven',
  ];

  test('root installs what is missing by apt-get', () => {
    const plan = planSetup(aMachine(['apt-get'], { ...arm, isRoot: true, isAdministrator: () => true }));
    expect(plan).toMatchObject({ commands: [['apt-get', 'update', '-qq'], install] });
  });

  test('what measures the memory of functions is installed, too, as slim containers lack it', () => {
    const has = (program: string) => ['ffmpeg', 'dnf'].includes(program);
    const plan = planSetup(aMachine([], { has, isRoot: true, isAdministrator: () => true }));
    expect(plan).toMatchObject({ commands: [['dnf', 'install', '-y', '-q', 'procps-ng']] });
  });

  test('another user installs by sudo, if it asks for no password', () => {
    const plan = planSetup(aMachine(['apt-get', 'brew'], { ...arm, isAdministrator: () => true }));
    expect(plan).toMatchObject({ commands: [expect.anything(), ['sudo', '-n', ...install]] });
  });

  test('Homebrew needs no root, also on Linux', () => {
    for (const platform of ['darwin-arm64', 'linux-arm64'])
      expect(planSetup(aMachine(['apt-get', 'brew', 'mvn'], { platform }))).toMatchObject({
        commands: [['brew', 'install', 'ffmpeg']],
      });
  });
});
