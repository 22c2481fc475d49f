import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Speech quieter than `below` kills the process with `signal`, each time or only once. */
export type Deadly = { readonly below: number; readonly signal: NodeJS.Signals; readonly once: boolean };

/**
 * A speech runtime whose recognizer crashes like native code. Each entry of `deadly` applies to speech below its level. If
 * several apply, the one with the lowest level decides. `deaths` tells whether a signal was used.
 */
export const abortingRuntime = (speechDir: string, deadly: readonly Deadly[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-speech-'));
  const wrapper = join(folder, 'node_modules/onnxruntime-node');
  mkdirSync(wrapper, { recursive: true });
  for (const part of ['models', 'manifest.json', 'node_modules/onnxruntime-common'])
    symlinkSync(resolve(speechDir, part), join(folder, part));
  const byVolume = deadly.toSorted((a, b) => a.below - b.below);
  writeFileSync(join(wrapper, 'index.js'), sourceOf(resolve(speechDir), folder, byVolume));
  return {
    folder,
    deaths: (signal: NodeJS.Signals): boolean => existsSync(join(folder, signal)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

const sourceOf = (speechDir: string, folder: string, deadly: readonly Deadly[]): string => `
const { existsSync, writeFileSync } = require('node:fs');
const ort = require(${JSON.stringify(join(speechDir, 'node_modules/onnxruntime-node'))});
const deadly = ${JSON.stringify(deadly)};
const dieIfQuiet = (samples) => {
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const found = deadly.find(({ below }) => loudest < below);
  const note = found && ${JSON.stringify(folder)} + '/' + found.signal;
  if (!found || (found.once && existsSync(note))) return;
  writeFileSync(note, '');
  process.kill(process.pid, found.signal);
  for (;;);
};
const create = async (path, options) => {
  const session = await ort.InferenceSession.create(path, options);
  if (!path.endsWith('encoder.onnx')) return session;
  return {
    run: (inputs, outputs) => {
      dieIfQuiet(inputs.input_values.data);
      return session.run(inputs, outputs);
    },
    release: () => session.release(),
  };
};
module.exports = { ...ort, InferenceSession: { create } };
`;
