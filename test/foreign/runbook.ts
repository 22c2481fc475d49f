import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectDir } from '#local/project-script.ts';
import type { Cloud } from './ministack.ts';
import { programOf, pythonPath } from './python.ts';

const pageAt = (path: string): string => readFileSync(join(projectDir, path), 'utf8');
const operations = pageAt('docs/operations.md');
const pages = [operations, pageAt('docs/maintenance.md')];

/** The blocks of commands under a heading of docs/operations.md or docs/maintenance.md. */
const blocksUnder = (heading: string): string[] => {
  const title = `\n## ${heading}\n`;
  const page = pages.find((one) => one.includes(title));
  if (page === undefined) throw new Error(`No page has the heading "${heading}".`);
  const start = page.indexOf(title);
  const end = page.indexOf('\n##', start + 1);
  return page
    .slice(start, end < 0 ? undefined : end)
    .matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)
    .map(([, , code = '']) => code)
    .toArray();
};

/** The only command block under the heading that contains these words. */
export const commands = (heading: string, words: string): string => {
  const found = blocksUnder(heading).filter((block) => block.includes(words));
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`${found.length} blocks under "${heading}" have "${words}".`);
  return found[0];
};

const [, keyPolicy = ''] = /## Own key\n[^#]*?```json\n([^`]*)```/.exec(pageAt('docs/deployment.md')) ?? [];
/** The documented policy for a customer's KMS key, for MiniStack's account. */
export const dataKeyPolicy = keyPolicy
  .replaceAll('<account>', '000000000000')
  .replaceAll('<region>', 'us-east-1');

const [named] = /^named\(\) \{[\s\S]*?^\}$/m.exec(operations) ?? [];

/**
 * The shell of the commands: the function of the page, AWS's own CLI, CDK's CLI for an assembly that is adapted to MiniStack,
 * and short waits.
 */
const shellOf = (assembly: string) => `${named}
aws() { python3 '${programOf('aws')}' --endpoint-url "$AWS_ENDPOINT_URL" "$@"; }
sleep() { command sleep 1; }
npx() {
  if [ "$2" = destroy ]; then set -- "$@" --force; fi   # CDK asks nobody but a terminal.
  '${process.execPath}' node_modules/aws-cdk/bin/cdk "\${@:2}" --app '${assembly}' --ignore-errors --no-notices 2>&1 || echo "error: npx $*" >&2
}
`;

const execute = promisify(execFile);

type Typed = {
  /** The assembly that `npx cdk` deploys or destroys. */
  readonly assembly?: string;
  /** The input for a command that asks for one. */
  readonly input?: string;
};

/**
 * Pastes commands of these pages into one shell. Returns their output. Rejects if a command reports a failure, because
 * that does not end an interactive shell. The output is a pipe, because a socket cannot be opened as /dev/stdout.
 */
export const paste = async (
  { environment }: Cloud,
  code: string,
  { assembly = '', input = '' }: Typed = {},
): Promise<string> => {
  // The AWS CLI takes an empty profile for a missing one.
  const { AWS_PROFILE: _, ...env } = { ...process.env, ...environment };
  const running = execute('bash', ['-c', `${shellOf(assembly)}(${code}\n:) | cat`], {
    cwd: projectDir,
    env: { ...env, PYTHONPATH: pythonPath },
  });
  running.child.stdin?.end(input);
  const { stdout, stderr } = await running;
  if (/error|could not|no such|not found|usage:/i.test(stderr))
    throw new Error(`${code}\n${stderr}\n${stdout}`);
  return stdout;
};
