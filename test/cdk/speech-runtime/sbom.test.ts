import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, test } from 'vitest';
import type { LayerManifest } from '#cdk/speech-runtime/layer-manifest.ts';
import { packages } from '#cdk/speech-runtime/npm-packages.ts';
import { sbomOf } from '#cdk/speech-runtime/sbom.ts';

const hash = 'a'.repeat(64);
const layer: LayerManifest = {
  recipe: '1',
  platform: 'arm64',
  models: ['moonshine-tiny', 'whisper-base'],
  versions: { ffmpeg: '7:7.1.5-0+deb13u1', glibc: '2.36', gcc: '12.2.0' },
  digest: hash,
  files: {
    'bin/ffmpeg': hash,
    'models/moonshine/encoder.onnx': hash,
    'models/silero.onnx': hash,
    'models/whisper-base/encoder.onnx': hash,
    'node_modules/onnxruntime-node/package.json': hash,
  },
  unzippedMb: 67,
  zippedMb: 36,
};

test('the bill of materials is valid CycloneDX', async () => {
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(JSON.stringify(sbomOf(layer)))).toBeNull();
  const wrong = { ...sbomOf(layer), components: [{ type: 'program', name: 'ffmpeg' }] };
  expect(await validator.validate(JSON.stringify(wrong))).not.toBeNull();
});

test('the bill of materials names ffmpeg by the version of Debian, what is linked into it, all packages and all models', () => {
  const { components } = sbomOf(layer);
  expect(components.map(({ name }) => name)).toEqual([
    ...['ffmpeg', 'glibc', ...Object.keys(packages).map((id) => id.replace(/@[^@]+$/, ''))],
    ...['moonshine-tiny', 'whisper-base', 'silero-vad'],
  ]);
  expect(components.map(({ purl }) => purl)).toEqual(
    expect.arrayContaining([
      'pkg:deb/debian/ffmpeg@7.1.5-0%2Bdeb13u1?arch=source&epoch=7',
      'pkg:npm/%40moonshine-ai/moonshine-js@0.1.29',
    ]),
  );
});

test('the bill of materials has the licences that NOTICE names', () => {
  const licences = Object.groupBy(sbomOf(layer).components, (one) => one.licenses?.[0]?.license.id ?? 'none');
  expect(licences).toEqual({
    'LGPL-2.1-or-later': ['ffmpeg', 'glibc'].map((name) => expect.objectContaining({ name })),
    ISC: [expect.objectContaining({ name: '@ricky0123/vad-web' })],
    MIT: expect.any(Array),
  });
});

test('models have the version of the package that they are from', () => {
  const models = sbomOf(layer).components.filter(({ type }) => type === 'machine-learning-model');
  expect(models.map(({ version }) => version)).toEqual(['0.1.29', undefined, '0.0.31']);
});

test('each model and ffmpeg come with the hashes of their files', () => {
  const files = sbomOf(layer).components.flatMap(({ components = [] }) => components);
  expect(files.map(({ name }) => name)).toEqual([
    ...['bin/ffmpeg', 'models/moonshine/encoder.onnx'],
    ...['models/whisper-base/encoder.onnx', 'models/silero.onnx'],
  ]);
  for (const { hashes } of files) expect(hashes).toEqual([{ alg: 'SHA-256', content: hash }]);
});

test('the same layer has the same bill of materials', () => {
  expect(JSON.stringify(sbomOf(layer))).toBe(JSON.stringify(sbomOf(structuredClone(layer))));
});
