/**
 * Measures accuracy and cost of speech recognition on the English clips of a folder with a manifest.json: the service's
 * whole pipeline, the model alone on whole clips, and sherpa-onnx with the same model files. One JSON line per figure.
 * `node bench/speech.ts [--audio DIR] [--only en-]`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { print } from './figure.ts';
import { forwardedArgs, type Clip, isComposite, isEnglish, recordings } from './recordings.ts';
import { hasSherpa } from './sherpa.ts';
import { wordErrors } from './word-errors.ts';

const Recognized = z.object({
  file: z.string(),
  text: z.string(),
  audioMs: z.number(),
  wallMs: z.number(),
  cpuMs: z.number(),
});
const Memory = z.object({ rssMb: z.number() });
type Recognized = z.infer<typeof Recognized>;

/** Goals for the word error rate (WER). */
const maxErrorRate = { singles: 0.078, composite: 0.09 };

const clips = recordings().filter(isEnglish);
const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

const runSystem = (name: string): { recognized: Recognized[]; rssMb: number } => {
  const program = join(import.meta.dirname, 'speech-system.ts');
  const { stdout, status } = spawnSync(process.execPath, [program, name, ...forwardedArgs], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name} could not be measured.`);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  return { ...Memory.parse(lines.pop()), recognized: lines.map((line) => Recognized.parse(line)) };
};

const wordErrorRate = (recognized: readonly Recognized[], among: readonly Clip[]): number => {
  const counts = among.map(({ file, transcript }) =>
    wordErrors(transcript, recognized.find((one) => one.file === file)?.text ?? ''),
  );
  return rounded(sum(counts, ({ errors }) => errors) / sum(counts, ({ words }) => words));
};

for (const name of ['service', 'bare', ...(hasSherpa ? ['sherpa'] : [])]) {
  const { recognized, rssMb } = runSystem(name);
  for (const clip of clips.filter((one) => recognized.some(({ file }) => file === one.file)))
    print({
      figure: `wer of ${name} on ${clip.file}`,
      value: wordErrorRate(recognized, [clip]),
      unit: 'of words',
    });
  const singles = clips.filter((clip) => !isComposite(clip));
  const composites = clips.filter(isComposite);
  const goal = (value: number, max: number) =>
    name === 'service' ? { target: `at most ${max}`, pass: value <= max } : {};
  const single = wordErrorRate(recognized, singles);
  print({
    figure: `wer of ${name}, single clips`,
    value: single,
    unit: 'of words',
    ...goal(single, maxErrorRate.singles),
  });
  if (name === 'service') {
    const value = wordErrorRate(recognized, composites);
    print({
      figure: `wer of ${name}, composite`,
      value,
      unit: 'of words',
      ...goal(value, maxErrorRate.composite),
    });
  }
  const ofAudio = (of: (one: Recognized) => number): number =>
    rounded(sum(recognized, of) / sum(recognized, ({ audioMs }) => audioMs));
  print({ figure: `real-time factor of ${name}`, value: ofAudio(({ wallMs }) => wallMs), unit: 's per s' });
  print({ figure: `processor time of ${name}`, value: ofAudio(({ cpuMs }) => cpuMs), unit: 's per s' });
  print({ figure: `memory of ${name}`, value: rssMb, unit: 'MB at most' });
}
