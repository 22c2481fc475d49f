import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchFiles, sourceOf } from '#cdk/speech-runtime/weights/fetch.ts';
import { copyExport, placeWeights, replaceFolder } from '#cdk/speech-runtime/weights/folder.ts';
import { lockedFiles } from '#cdk/speech-runtime/weights/lock.ts';
import { SpeechModelName, speechModels } from '#lib/speech/engines/models.ts';

const workDir = mkdtempSync(join(tmpdir(), 'earshot-weights-'));
afterAll(() => rmSync(workDir, { recursive: true }));
const newDir = (): string => mkdtempSync(join(workDir, 'dir-'));

const content = { 'config.json': '{}', 'onnx/encoder_model.onnx': 'weights' };
const lockOf = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      { bytes: text.length, sha256: createHash('sha256').update(text).digest('hex') },
    ]),
  );
const fill = (dir: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
};

describe('downloading weights', () => {
  const hub = createServer((request, response) => {
    const text = new Map(Object.entries(content)).get(request.url?.slice(1) ?? '');
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  let source = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => void hub.listen(0, '127.0.0.1', resolve));
    const address = hub.address();
    source = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterAll(() => void hub.close());

  test('files that match the lock are downloaded', async () => {
    const dir = newDir();
    await fetchFiles(source, lockOf(content), dir);
    expect(readFileSync(join(dir, 'onnx/encoder_model.onnx'), 'utf8')).toBe('weights');
  });

  const config = { bytes: 2, sha256: createHash('sha256').update('{}').digest('hex') };
  test.each([
    ['has another size', { 'config.json': { ...config, bytes: 3 } }, 'should have 3'],
    [
      'has another hash',
      { 'config.json': { ...config, sha256: '0'.repeat(64) } },
      'does not match its pinned hash',
    ],
    ['is missing', { 'tokenizer.json': config }, 'answered 404'],
  ])('a downloaded file that %s is refused', async (_, files, message) => {
    await expect(fetchFiles(source, files, newDir())).rejects.toThrow(message);
  });

  test('the error names the URL that could not be reached', async () => {
    await expect(fetchFiles('http://127.0.0.1:1', lockOf(content), newDir())).rejects.toThrow(
      'http://127.0.0.1:1/config.json could not be reached.',
    );
  });

  test('a failed download leaves no files behind and keeps the previous weights', async () => {
    const dir = join(newDir(), 'whisper-base');
    fill(dir, { 'config.json': 'old' });
    const missing = { ...lockOf(content), 'tokenizer.json': config };
    await expect(replaceFolder(dir, (fresh) => fetchFiles(source, missing, fresh))).rejects.toThrow('404');
    expect(readdirSync(dirname(dir))).toEqual(['whisper-base']);
    expect(readFileSync(join(dir, 'config.json'), 'utf8')).toBe('old');
  });
});

describe('the lock', () => {
  test('every model in the lock is in the catalogue, and has all its files at one pinned commit', async () => {
    const names = Object.keys(JSON.parse(readFileSync('cdk/speech-runtime/weights/lock.json', 'utf8')));
    expect(names).not.toEqual([]);
    for (const name of names) {
      expect(speechModels[SpeechModelName.parse(name)].engine).toBe('whisper');
      const files = await lockedFiles(name);
      const dir = newDir();
      fill(dir, Object.fromEntries(Object.keys(files).map((path) => [path, ''])));
      await copyExport(dir, newDir());
      expect(sourceOf(name)).toMatch(/\/resolve\/[0-9a-f]{40}$/);
    }
  });

  const lockWith = (entry: object): string => {
    const file = join(newDir(), 'lock.json');
    writeFileSync(file, JSON.stringify({ 'whisper-tiny': { 'config.json': entry } }));
    return file;
  };
  const sha256 = 'a'.repeat(64);

  test.each([
    ['without a hash', { bytes: 2 }],
    ['with half a hash', { bytes: 2, sha256: sha256.slice(32) }],
    ['with an empty hash', { bytes: 2, sha256: '' }],
    ['without a size', { sha256 }],
  ])('a lock with a file %s is refused', async (_, entry) => {
    await expect(lockedFiles('whisper-tiny', lockWith(entry))).rejects.toThrow('config.json');
    await expect(lockedFiles('whisper-tiny', lockWith({ bytes: 2, sha256 }))).resolves.toBeDefined();
  });

  test('a model that is not in the lock is refused with an error that says how to use own weights', async () => {
    await expect(lockedFiles('whisper-small')).rejects.toThrow(
      /^The weights of whisper-small cannot be downloaded.*whisper-base.*npm run models -- whisper-small --from FOLDER$/,
    );
  });
});

describe('copying own weights', () => {
  test('copying an export without all files fails with an error that names the first missing file', async () => {
    const dir = newDir();
    fill(dir, { 'config.json': '{}', 'generation_config.json': '{}', 'tokenizer.json': '{}' });
    await expect(copyExport(dir, newDir())).rejects.toThrow(
      `${dir} has no onnx/encoder_model_quantized.onnx or onnx/encoder_model.onnx.`,
    );
  });
});

describe('placing weights', () => {
  test('the default model needs no downloaded weights', async () => {
    const speech = newDir();
    await placeWeights('moonshine-tiny', speech, join(workDir, 'none'));
    expect(readdirSync(speech)).toEqual([]);
  });

  test('placing missing weights fails with an error that names the command to download them', async () => {
    await expect(placeWeights('whisper-base', newDir(), join(workDir, 'none'))).rejects.toThrow(
      'The weights of whisper-base are missing. Download them first: npm run models -- whisper-base',
    );
  });

  test('placing weights replaces those of another model, and a second run changes nothing', async () => {
    const [speech, weights] = [newDir(), newDir()];
    fill(weights, content);
    fill(speech, { 'models/moonshine/decoder.onnx': '', 'models/whisper-tiny/config.json': '' });
    await placeWeights('whisper-base', speech, weights);
    expect(readdirSync(join(speech, 'models')).toSorted()).toEqual(['moonshine', 'whisper-base']);
    writeFileSync(join(speech, 'models/whisper-base/config.json'), '[]');
    await placeWeights('whisper-base', speech, weights);
    expect(readFileSync(join(speech, 'models/whisper-base/config.json'), 'utf8')).toBe('[]');
  });
});
