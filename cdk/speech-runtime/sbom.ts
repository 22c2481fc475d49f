import { speechModelList, speechModels } from '#lib/speech/engines/models.ts';
import type { LayerManifest } from './layer-manifest.ts';
import { packages } from './npm-packages.ts';

type Licence = 'MIT' | 'ISC' | 'LGPL-2.1-or-later';
type Component = {
  readonly type: 'application' | 'library' | 'machine-learning-model' | 'file';
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly licenses?: readonly { readonly license: { readonly id: Licence } }[];
  readonly hashes?: readonly { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string }[];
  readonly components?: readonly Component[];
};

const under = (id: Licence) => [{ license: { id } }];

const filesBelow = ({ files }: LayerManifest, prefix: string): Component[] =>
  Object.entries(files)
    .filter(([path]) => path.startsWith(prefix))
    .map(([name, content]) => ({ type: 'file', name, hashes: [{ alg: 'SHA-256', content }] }));

/** Splits Debian's version, such as `7:7.1.5-0+deb13u1`: the purl has the epoch in a qualifier. */
const ffmpeg = (layer: LayerManifest): Component => {
  const [epoch = '', version = ''] = layer.versions.ffmpeg.split(':');
  return {
    type: 'application',
    name: 'ffmpeg',
    version: layer.versions.ffmpeg,
    purl: `pkg:deb/debian/ffmpeg@${encodeURIComponent(version)}?arch=source&epoch=${epoch}`,
    licenses: under('LGPL-2.1-or-later'),
    components: filesBelow(layer, 'bin/'),
  };
};

const npmPackage = ([id, integrity]: readonly [string, string]): Component => {
  const at = id.lastIndexOf('@');
  const name = id.slice(0, at);
  const version = id.slice(at + 1);
  const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  return {
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: under(name === '@ricky0123/vad-web' ? 'ISC' : 'MIT'),
    hashes: [{ alg: 'SHA-512', content }],
  };
};

/** The version of a pinned package. */
const versionOf = (name: string): string =>
  Object.keys(packages)
    .find((id) => id.startsWith(`${name}@`))
    ?.slice(name.length + 1) ?? '';

/** The source versions of the models. Whisper's weights have no version, only the hashes of their files. */
const modelVersions: Readonly<Record<string, string>> = {
  'moonshine-tiny': versionOf('@moonshine-ai/moonshine-js'),
  'silero-vad': versionOf('@ricky0123/vad-web'),
};

const model = (layer: LayerManifest, name: string, prefix: string): Component => ({
  type: 'machine-learning-model',
  name,
  ...(modelVersions[name] !== undefined && { version: modelVersions[name] }),
  licenses: under('MIT'),
  components: filesBelow(layer, prefix),
});

/** A bill of materials in CycloneDX 1.6. It has no date and no random number, so the same layer always gives the same bill. */
export const sbomOf = (layer: LayerManifest) => {
  const components: Component[] = [
    ffmpeg(layer),
    // glibc is linked into ffmpeg.
    {
      type: 'library',
      name: 'glibc',
      version: layer.versions.glibc,
      purl: `pkg:generic/glibc@${layer.versions.glibc}`,
      licenses: under('LGPL-2.1-or-later'),
    },
    ...Object.entries(packages).map(npmPackage),
    ...speechModelList
      .parse(layer.models)
      .map((name) => model(layer, name, `models/${speechModels[name].folder}/`)),
    model(layer, 'silero-vad', 'models/silero.onnx'),
  ];
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'library',
        name: `earshot-speech-layer-${layer.platform}`,
        version: layer.digest.slice(0, 12),
        hashes: [{ alg: 'SHA-256', content: layer.digest }],
      },
      properties: [{ name: 'earshot:gcc', value: layer.versions.gcc }],
    },
    components,
  };
};
