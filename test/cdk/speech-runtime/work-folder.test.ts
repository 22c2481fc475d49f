import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { workFolderBeside } from '#cdk/speech-runtime/work-folder.ts';
import { testFolder } from '../../support/test-folder.ts';

const dir = testFolder();

const leaveBehind = (name: string, minutesAgo: number): void => {
  mkdirSync(join(dir, name));
  writeFileSync(join(dir, name, 'package.tgz'), 'some 200 MB');
  const then = new Date(Date.now() - minutesAgo * 60_000);
  utimesSync(join(dir, name), then, then);
};

test('what an interrupted build left behind is removed after an hour, and nothing else', async () => {
  leaveBehind('.speech-killed', 61);
  leaveBehind('.speech-running', 10);
  leaveBehind('speech', 61);
  leaveBehind('.downloads', 61);
  const fresh = await workFolderBeside(join(dir, 'speech'));
  const kept = ['.speech-running', 'speech', '.downloads', basename(fresh)];
  expect(readdirSync(dir).toSorted()).toEqual(kept.toSorted());
});
