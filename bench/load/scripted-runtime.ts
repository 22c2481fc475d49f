import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Speech below this level is recognized as "Hello." without any work. Louder speech is really recognized. This runtime replaces
 * the layer, so all code of the service runs.
 */
const quietest = 0.03;

/** Writes the runtime to a new folder. */
export const scriptedRuntime = (speechDir: string, folder: string): string => {
  const wrapper = join(folder, 'node_modules/onnxruntime-node');
  mkdirSync(wrapper, { recursive: true });
  for (const part of ['models', 'manifest.json', 'node_modules/onnxruntime-common'])
    symlinkSync(resolve(speechDir, part), join(folder, part));
  writeFileSync(join(wrapper, 'index.js'), sourceOf(resolve(speechDir)));
  return folder;
};

/** Tokens of "Hello." and the end of the text, by the tokenizer of the model. */
const script = [15043, 29889, 2];

const sourceOf = (speechDir: string): string => `
const ort = require(${JSON.stringify(join(speechDir, 'node_modules/onnxruntime-node'))});
const script = ${JSON.stringify(script)};
const vocabulary = 32768;
const zeros = (...dims) => new ort.Tensor('float32', new Float32Array(dims.reduce((a, b) => a * b)), dims);

// Silence in the encoder's output, and thus in the keys and values, marks scripted speech for the decoder.
const encode = ({ input_values: { data } }) => {
  const loudest = data.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  if (loudest >= ${quietest}) return undefined;
  return { last_hidden_state: zeros(1, Math.ceil(data.length / 384), 288) };
};

const decode = ({ tokens: { dims }, 'audio.0.value': audio, 'past.0.value': past }, outputs) => {
  if (audio.data.some((value) => value !== 0)) return undefined;
  const [rows, tokens] = dims;
  const [, , frames] = audio.dims;
  const [, , length] = past.dims;
  const logits = zeros(rows, tokens, vocabulary);
  for (let at = 0; at < rows * tokens; at += 1) {
    const next = script[Math.min(script.length - 1, length + (at % tokens))];
    logits.data[at * vocabulary + next] = 30;
  }
  const of = (name) => {
    if (name === 'logits') return logits;
    return name === 'attention' ? zeros(4, rows * tokens, frames) : zeros(rows, 8, length + tokens, 36);
  };
  return Object.fromEntries(outputs.map((name) => [name, of(name)]));
};

const scripts = { 'encoder.onnx': encode, 'decoder.onnx': decode };
const create = async (path, options) => {
  const session = await ort.InferenceSession.create(path, options);
  const scripted = Object.entries(scripts).find(([name]) => path.endsWith('moonshine/' + name))?.[1];
  if (!scripted) return session;
  return {
    outputNames: session.outputNames,
    run: async (inputs, outputs) => scripted(inputs, outputs) ?? session.run(inputs, outputs),
    release: () => session.release(),
  };
};
module.exports = { ...ort, InferenceSession: { create } };
`;
