import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const run = (command: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, command), ...args], { encoding: 'utf8' });

test.each(['cdk/create-api-key.ts', 'cdk/adopt-project.ts'])('%s --help prints its usage', (command) => {
  const { status, stderr } = run(command, '--help');
  expect(status).toBe(2);
  expect(stderr).toContain(`node ${command} --table <TableName output>`);
  expect(stderr).not.toContain(' at ');
});

test('a project id that was cut is refused, because a key of it would make another project', () => {
  const { status, stderr } = run('cdk/create-api-key.ts', '--table', 'T', '--project', 'prj_4zq2gd7vnb5w');
  expect(status).toBe(2);
  expect(stderr).toBe('A project id is prj_ and 26 lowercase letters and digits.\n');
});
