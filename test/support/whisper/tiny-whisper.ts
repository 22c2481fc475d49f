import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { melFilters } from '#cdk/speech-runtime/whisper/mel-filters.ts';
import { speechDir } from '../speech.ts';
import { decoderModel, encoderModel, shape } from './decoder-graph.ts';
import { loudnessModel } from './loudness-graph.ts';
import { bands, framesPerWord, type Language, languageBandOf, script } from './script.ts';
import { tokenizerJson, tokenOf } from './vocabulary.ts';

/** Writes a model whose graphs have the interface of a real one, and which understands the sounds of `say`. */
const writeTinyWhisper = (dir: string): void => {
  mkdirSync(dir, { recursive: true });
  const write = (file: string, content: Uint8Array | object): void =>
    writeFileSync(join(dir, file), content instanceof Uint8Array ? content : JSON.stringify(content));
  for (const file of ['encoder.onnx', 'encoder-floats.onnx']) write(file, encoderModel());
  write('decoder.onnx', decoderModel(script));
  write('shape.json', shape([tokenOf('#')]));
  write('tokenizer.json', tokenizerJson);
};

/**
 * Makes `dir` a speech runtime: the real one with the tiny model as the weights in `folder`, and with a voice activity model
 * that measures loudness.
 */
export const tinyRuntime = (dir: string, folder: string): string => {
  writeTinyWhisper(join(dir, 'models', folder));
  symlinkSync(join(speechDir, 'node_modules'), join(dir, 'node_modules'));
  writeFileSync(join(dir, 'models/silero.onnx'), loudnessModel());
  return dir;
};

const filters = melFilters(80);
const hzOf = (band: number): number => {
  const { first = 0, weights = new Float64Array() } = filters[band] ?? {};
  return (first + weights.indexOf(Math.max(...weights))) * 40;
};

/** The sound of one word for each half second. A number is an index of the script, and null is silence. */
export const say = (language: Language, ...sounds: readonly (number | null)[]): Float32Array => {
  const perWord = framesPerWord * 320;
  const marker = languageBandOf(language);
  return Float32Array.from({ length: sounds.length * perWord }, (_, i) => {
    const band = bands[sounds[Math.floor(i / perWord)] ?? -1];
    const heard = [band, band === undefined ? undefined : marker].flatMap((sounding) => sounding ?? []);
    return heard.reduce(
      (sum, sounding) => sum + 0.3 * Math.sin((2 * Math.PI * hzOf(sounding) * i) / 16_000),
      0,
    );
  });
};
