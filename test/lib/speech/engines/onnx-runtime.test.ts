import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { needs, speechDir } from '../../../support/speech.ts';
import { testFolder } from '../../../support/test-folder.ts';

const home = testFolder();

const opensGraph = `
  import { loadOnnxRuntime } from ${JSON.stringify(resolve('lib/speech/engines/onnx-runtime.ts'))};
  const { openGraph } = loadOnnxRuntime(${JSON.stringify(speechDir)});
  await openGraph(${JSON.stringify(join(speechDir, 'models/silero.onnx'))}, { optimized: true });
`;

// The runtime would store reports in files until there is a connection. It makes none if CI is set.
test.skipIf(needs.runtime)(`the speech runtime collects no reports to its maker${needs.runtime}`, () => {
  const env = { PATH: process.env['PATH'], HOME: home, TMPDIR: home };
  execFileSync(process.execPath, ['--input-type=module', '--eval', opensGraph], { env });
  expect(readdirSync(home)).toEqual([]);
});
