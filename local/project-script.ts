import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { spawnGuarded } from './processes/guarded.ts';

export const projectDir = join(import.meta.dirname, '..');

/**
 * Runs a TypeScript file of the project with extra environment variables and returns its output. The script gets none of the
 * user's own AWS settings, with which it would call AWS. Throws its error output if it fails.
 */
export const runScript = async (
  file: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<string> => {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || name.startsWith('AWS_') ? [] : [[name, value]],
  );
  const child = spawnGuarded([process.execPath, file, ...args], {
    cwd: projectDir,
    env: { ...Object.fromEntries(inherited), ...environment },
  });
  const collect = async (stream: typeof child.stdout) => (stream ? text(stream) : '');
  const [[code], output, errors] = await Promise.all([
    once(child, 'exit'),
    collect(child.stdout),
    collect(child.stderr),
  ]);
  if (code !== 0) throw new Error(`${file} failed.\n${errors}`);
  return output;
};
