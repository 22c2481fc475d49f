import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { projectDir } from '#local/project-script.ts';

/** Numbers of commits to go back. Before the first tag, there is no release from which to upgrade. */
const commitsBack = [40, 30, 20, 10];

const git = (...args: string[]): string =>
  execFileSync('git', args, {
    cwd: projectDir,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

const commitOf = (...args: string[]): string | undefined => {
  try {
    return git(...args);
  } catch {
    return undefined;
  }
};

const commitsBefore = (): readonly string[] =>
  commitsBack.flatMap((count) => commitOf('rev-parse', '--verify', `HEAD~${count}^{commit}`) ?? []);

const lastTag = commitOf('describe', '--tags', '--abbrev=0', 'HEAD^');

/**
 * The versions over which this version is deployed: the last tag before it, or the first of these commits that can be
 * synthesized. A commit in the middle of a change may not be. Empty if the clone is too shallow.
 */
export const earlierVersions: readonly string[] = lastTag === undefined ? commitsBefore() : [lastTag];

/** The reason why there is no version from which to upgrade. Undefined if there is one. */
export const noEarlierVersion =
  earlierVersions.length === 0 ? 'The clone has no tag and too few commits.' : undefined;

const Package = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
});

const packagesOf = (folder: string): Readonly<Record<string, string>> => {
  const { dependencies, devDependencies } = Package.parse(
    JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
  );
  return { ...dependencies, ...devDependencies };
};

/** Whether the installed packages of this version also suit the other version. */
const sharesPackages = (folder: string): boolean => {
  const installed = packagesOf(projectDir);
  return Object.entries(packagesOf(folder)).every(([name, version]) => installed[name] === version);
};

/** The speech runtime of a checked-out version. Its graphs are those that its code expects. */
export const speechOf = (folder: string): string => join(folder, '.local/speech');

/** Checks a version out into a new folder, with its packages and its speech runtime. */
export const checkOut = (version: string, folder: string): void => {
  mkdirSync(folder);
  const archive = `${folder}.tar`;
  git('archive', '--output', archive, version);
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  if (sharesPackages(folder)) symlinkSync(join(projectDir, 'node_modules'), join(folder, 'node_modules'));
  else execFileSync('npm', ['ci', '--prefer-offline', '--ignore-scripts'], { cwd: folder, stdio: 'pipe' });
  const platform = `${process.platform}-${process.arch}`;
  const build = ['cdk/speech-runtime/build.ts', '--platform', platform, '--out', speechOf(folder)];
  execFileSync(process.execPath, build, { cwd: folder, stdio: 'pipe' });
};
