import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { llamaTokenizer } from '#lib/speech/engines/llama-tokens.ts';
import llama from 'llama-tokenizer-js';
import { unpack, unpackPinned } from '../../cdk/speech-runtime/npm-packages.ts';

const addon = 'sherpa-onnx-node@1.13.8';
/** Integrity hashes of the addon and of its native library per platform. */
const pinned: Readonly<Record<string, string>> = {
  [addon]: 'sha512-MsDMBdhLFTZ1GwvcGSSQhnS7g/EA8OMH6IYysCVUOM7j8Icty9KRc0E6YT1A5fWBsZwRfKOeh88QC95aRvS8ag==',
  'sherpa-onnx-linux-x64@1.13.8':
    'sha512-6plnhjagsSeTntCgnlag86hWbs/uZE9Crms1LgOb68/1nKsIQjMd+WG519m+aPwT6TrsBOiEMzrx41t8sL5L5g==',
};
const home = '.local/sherpa-with-model';

type Stream = { acceptWaveform(audio: { samples: Float32Array; sampleRate: number }): void };
type Recognizer = {
  createStream(): Stream;
  decode(stream: Stream): void;
  getResult(stream: Stream): { text: string };
};

const library = `sherpa-onnx-${process.platform}-${process.arch}@1.13.8`;
/** Whether there is a pinned sherpa-onnx for this machine. */
export const hasSherpa = library in pinned;

/** sherpa-onnx with the published Moonshine, downloaded at its first use. Ends the process if it cannot be loaded. */
export const loadSherpa = async (): Promise<(pcm: Float32Array) => Promise<string>> => {
  if (!existsSync(home)) await fetchSherpa();
  const sherpa: { OfflineRecognizer: new (config: unknown) => Recognizer } = createRequire(
    resolve(home, 'x.cjs'),
  )('sherpa-onnx-node');
  const recognizer = new sherpa.OfflineRecognizer({
    modelConfig: {
      moonshine: {
        encoder: join(home, 'encoder_model.onnx'),
        mergedDecoder: join(home, 'decoder_model_merged.onnx'),
      },
      tokens: join(home, 'tokens.txt'),
      numThreads: 1,
    },
  });
  return async (samples) => {
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: 16_000 });
    recognizer.decode(stream);
    return recognizer.getResult(stream).text;
  };
};

const fetchSherpa = async (): Promise<void> => {
  await mkdir('.local', { recursive: true });
  const workFolder = await mkdtemp('.local/sherpa-');
  const modules = join(workFolder, 'built/node_modules');
  await mkdir(modules, { recursive: true });
  for (const name of [addon, library]) {
    const folder = await unpackPinned(name, pinned[name] ?? '', resolve(workFolder));
    await rename(folder, join(modules, name.replace(/@.*/, '')));
  }
  const moonshine = await unpack('@moonshine-ai/moonshine-js@0.1.29', resolve(workFolder));
  for (const graph of ['encoder_model.onnx', 'decoder_model_merged.onnx'])
    await rename(join(moonshine, 'dist/model/tiny/quantized', graph), join(workFolder, 'built', graph));
  await writeFile(join(workFolder, 'built/tokens.txt'), tokens());
  await rename(join(workFolder, 'built'), home);
  await rm(workFolder, { recursive: true });
};

/** The vocabulary in sherpa-onnx's format: one line per token with its bytes in base64 and its id. */
const tokens = (): string => {
  const lines = Array.from({ length: llamaTokenizer.vocabularySize }, (_, token) => {
    const piece = llama.vocabById[token] ?? `<filler${token}>`;
    const byte = /^<0x([0-9A-F]{2})>$/.exec(piece)?.[1];
    return `${(byte ? Buffer.from(byte, 'hex') : Buffer.from(piece)).toString('base64')} ${token}\n`;
  });
  return lines.join('');
};
