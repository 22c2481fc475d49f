import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { javaOf } from '#local/dynamodb/install.ts';
import { installOnce } from './install-once.ts';
import { withOutput } from './with-output.ts';

const pom = join(import.meta.dirname, 'generated/pom.xml');
const folder = join(import.meta.dirname, '../../.local/cache/foreign-maven');

/** Downloads the program once. It is one file of 32 MB without dependencies. */
export const installOpenApiGenerator = (): void =>
  installOnce(folder, pom, () => {
    const quietly = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies'];
    execFileSync('mvn', [
      ...quietly,
      `-DoutputDirectory=${folder}`,
      '-Dmdep.stripVersion',
      '-DexcludeTransitive',
    ]);
  });

const execute = promisify(execFile);

/** Generates a client for a language from a document, in a folder beside the document. */
export const openApiGenerator = async (cwd: string, language: string, document: string): Promise<void> => {
  const { path } = javaOf(spawnSync('mvn', ['--version'], { encoding: 'utf8' }).stdout);
  const program = ['-jar', join(folder, 'openapi-generator-cli.jar')];
  const asked = ['generate', '-g', language, '-i', document, '-o', `openapi-generator-${language}`];
  await withOutput(execute(path, [...program, ...asked], { cwd, maxBuffer: 10_000_000 }));
};
