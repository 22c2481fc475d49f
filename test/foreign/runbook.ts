import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectDir } from '#local/project-script.ts';
import type { Cloud } from './ministack.ts';
import { programOf, pythonPath } from './python.ts';

const page = readFileSync(join(projectDir, 'docs/operations.md'), 'utf8');

/** The blocks of commands under a heading of docs/operations.md. */
const blocksUnder = (heading: string): string[] => {
  const start = page.indexOf(`\n### ${heading}\n`);
  if (start < 0) throw new Error(`docs/operations.md has no heading "${heading}".`);
  const end = page.indexOf('\n##', start + 1);
  return page
    .slice(start, end < 0 ? undefined : end)
    .matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)
    .map(([, , code = '']) => code)
    .toArray();
};

/** The only block under the heading that has these words. */
export const commands = (heading: string, words: string): string => {
  const found = blocksUnder(heading).filter((block) => block.includes(words));
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`${found.length} blocks under "${heading}" have "${words}".`);
  return found[0];
};

const [, keyPolicy = ''] = /## Own key\n[^#]*?```json\n([^`]*)```/.exec(page) ?? [];
/** What the page has a customer's key of KMS allow, in MiniStack's account. */
export const dataKeyPolicy = keyPolicy
  .replaceAll('<account>', '000000000000')
  .replaceAll('<region>', 'us-east-1');

const [named] = /^named\(\) \{[\s\S]*?^\}$/m.exec(page) ?? [];

/** What the commands are typed into: the function of the page, AWS's own CLI, CDK's for an assembly that was made for MiniStack, and short waits. */
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
  /** What `npx cdk` deploys or destroys. */
  readonly assembly?: string;
  /** What is typed when a command asks for it. */
  readonly input?: string;
};

/**
 * Somebody who pastes commands of docs/operations.md into one shell. Returns what they print; rejects if one of them says that it
 * failed, which ends no shell that a person types into. Their output is a pipe, because a socket cannot be opened as /dev/stdout.
 */
export const paste = async (
  { environment }: Cloud,
  code: string,
  { assembly = '', input = '' }: Typed = {},
): Promise<string> => {
  // To the AWS CLI an empty profile is one that does not exist.
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
