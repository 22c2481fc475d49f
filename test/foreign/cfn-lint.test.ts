import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeScratch } from '#local/scratch.ts';
import { settingSamples } from '../support/setting-samples.ts';
import { synthesizeApp } from '#local/synth.ts';
import { noPython, programOf, runPython } from './python.ts';

/** Warnings that the templates cause on purpose. */
const ignored = {
  W3005: 'CDK adds each DependsOn, also where a reference already orders the two resources.',
  W3010: 'The setting decoderZones names zones, because Lambda is not in every zone.',
  W6001: 'The addresses that a stack prints are those of an API or distribution in EarshotData.',
  W8003: 'The rule that refuses a deployment without the speech layer is meant to be always false.',
};

const scratch = makeScratch();
afterAll(() => scratch.remove());

describe.skipIf(noPython)(`cfn-lint (${noPython ?? 'on all templates'})`, () => {
  test.each([
    ['by default', {}],
    ['with every setting', { ...settingSamples, decoderNetwork: 'isolated', realtime: 'on' }],
  ])('cfn-lint finds nothing in the templates %s', async (name, settings) => {
    const folder = join(scratch.dir, name);
    await synthesizeApp(folder, settings);
    const templates = globSync('*.template.json', { cwd: folder });
    expect(templates).toHaveLength(7);
    const options = [
      '--non-zero-exit-code=none',
      '--format=parseable',
      '--regions',
      'us-east-1',
      'eu-central-1',
    ];
    const ignore = ['--ignore-checks', ...Object.keys(ignored)];
    const args = [
      programOf('cfn-lint'),
      ...options,
      ...ignore,
      '--',
      ...templates.map((file) => join(folder, file)),
    ];
    expect(await runPython(args)).toBe('');
  });
});
