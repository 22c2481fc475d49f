/** Installs Amazon's DynamoDB Local into a folder, by Maven: node local/dynamodb/install.ts FOLDER */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const pom = join(import.meta.dirname, 'pom.xml');
const oldestJava = 17;

/** The Java that Maven runs on. On a Mac, a Java of Homebrew is not in the path. */
export const javaOf = (mavenVersion: string): { readonly path: string; readonly version: number } => {
  const [, version, home] = /^Java version: (\d+).*, runtime: (.*)$/m.exec(mavenVersion) ?? [];
  if (version === undefined || home === undefined) throw new Error(`Maven finds no Java.\n${mavenVersion}`);
  return { path: join(home, 'bin/java'), version: Number(version) };
};

const installDynamoDbLocal = (folder: string): void => {
  const { stdout, stderr } = spawnSync('mvn', ['--version'], { encoding: 'utf8' });
  const { path, version } = javaOf(stdout || stderr);
  if (version < oldestJava) {
    throw new Error(
      `DynamoDB Local needs Java ${oldestJava} or newer, and Maven runs on Java ${version}. Install a newer one, and set JAVA_HOME to its folder.`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  const jars = [`-DoutputDirectory=${join(folder, 'jars')}`, '-DincludeTypes=jar'];
  execFileSync('mvn', ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', ...jars], {
    stdio: ['ignore', 2, 2],
  });
  writeFileSync(join(folder, 'java'), path);
  // Last, because with this file the folder is complete.
  copyFileSync(pom, join(folder, 'pom.xml'));
};

if (import.meta.main) {
  const [, , folder = ''] = process.argv;
  try {
    installDynamoDbLocal(resolve(folder));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
