import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDir } from '#local/project-script.ts';

const outputOf = (settings: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const doctor = join(projectDir, 'cdk/doctor/doctor.ts');
    const args = settings.flatMap((setting) => ['-c', setting]);
    execFile(process.execPath, [doctor, '--region', 'eu-central-1', ...args], (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });

test.each([
  [/^projectShare\.fetch is 900/, ['projectShare={"fetch":900}']],
  [/^eventPollers needs 20 executions/, ['eventPollers=2', 'accountConcurrency=300']],
  [/^realtimeSessions is 900/, ['realtimeSessions=900']],
])('the doctor refuses settings as the deployment would: %s', async (problem, settings) => {
  expect(await outputOf(settings)).toMatch(problem);
});
