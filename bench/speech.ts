/**
 * Accuracy and cost of speech recognition on the English clips of a folder with a manifest.json, one JSON line per
 * figure: the service as a job sees it, the model alone on whole clips, and sherpa-onnx with the same model files.
 * `node bench/speech.ts [--audio DIR] [--only en-]`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { print } from './figure.ts';
import { chosen, type Clip, isComposite, isEnglish, recordings } from './recordings.ts';
import { hasSherpa } from './sherpa.ts';
import { wordErrors } from './word-errors.ts';

const Heard = z.object({
  file: z.string(),
  text: z.string(),
  audioMs: z.number(),
  wallMs: z.number(),
  cpuMs: z.number(),
});
const Memory = z.object({ rssMb: z.number() });
type Heard = z.infer<typeof Heard>;

/** The goals, where there are any: word errors of single clips, of the composite. */
const most = { singles: 0.078, composite: 0.09 };

const clips = recordings().filter(isEnglish);
const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

const runSystem = (name: string): { heard: Heard[]; rssMb: number } => {
  const program = join(import.meta.dirname, 'speech-system.ts');
  const { stdout, status } = spawnSync(process.execPath, [program, name, ...chosen], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name} could not be measured.`);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  return { ...Memory.parse(lines.pop()), heard: lines.map((line) => Heard.parse(line)) };
};

const wordErrorRate = (heard: readonly Heard[], among: readonly Clip[]): number => {
  const counts = among.map(({ file, transcript }) =>
    wordErrors(transcript, heard.find((one) => one.file === file)?.text ?? ''),
  );
  return rounded(sum(counts, ({ errors }) => errors) / sum(counts, ({ words }) => words));
};

for (const name of ['service', 'bare', ...(hasSherpa ? ['sherpa'] : [])]) {
  const { heard, rssMb } = runSystem(name);
  for (const clip of clips.filter((one) => heard.some(({ file }) => file === one.file)))
    print({
      figure: `wer of ${name} on ${clip.file}`,
      value: wordErrorRate(heard, [clip]),
      unit: 'of words',
    });
  const singles = clips.filter((clip) => !isComposite(clip));
  const composites = clips.filter(isComposite);
  const goal = (value: number, least: number) =>
    name === 'service' ? { target: `at most ${least}`, pass: value <= least } : {};
  const single = wordErrorRate(heard, singles);
  print({
    figure: `wer of ${name}, single clips`,
    value: single,
    unit: 'of words',
    ...goal(single, most.singles),
  });
  if (name === 'service') {
    const value = wordErrorRate(heard, composites);
    print({ figure: `wer of ${name}, composite`, value, unit: 'of words', ...goal(value, most.composite) });
  }
  const ofAudio = (of: (one: Heard) => number): number =>
    rounded(sum(heard, of) / sum(heard, ({ audioMs }) => audioMs));
  print({ figure: `real-time factor of ${name}`, value: ofAudio(({ wallMs }) => wallMs), unit: 's per s' });
  print({ figure: `processor time of ${name}`, value: ofAudio(({ cpuMs }) => cpuMs), unit: 's per s' });
  print({ figure: `memory of ${name}`, value: rssMb, unit: 'MB at most' });
}
