/**
 * Measures speech recognition: each model, several in one deployment, other engines with the same weights. One JSON line per figure,
 * and a table by system and language at the end. The systems take turns at each sample, so that other load slows all alike.
 * `npm run models -- whisper-base`, then `npm run bench:speech [-- --audio DIR] [--only en-] [--sets recordings,joined] [--beginnings 8]`.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { weightsFolder } from '#cdk/speech-runtime/weights/folder.ts';
import { print } from './support/figure.ts';
import { isChosen, forwardedArgs } from './support/recordings.ts';
import { hasSherpa } from './speech/sherpa.ts';
import type { Answer } from './speech/answer.ts';
import { fasterWhisper } from './speech/faster-whisper.ts';
import { loadClips } from './speech/load-clips.ts';
import type { Result, Sample, SampleSet } from './speech/sample.ts';
import { channelSet } from './speech/sets/channels.ts';
import { joinedSet } from './speech/sets/joined.ts';
import { noisySet } from './speech/sets/noisy.ts';
import { numeralSet } from './speech/sets/numerals.ts';
import { pieceSet } from './speech/sets/pieces.ts';
import { recordingSet } from './speech/sets/recordings.ts';
import { soundSet } from './speech/sets/sounds.ts';
import { type Command, startSystem, type System } from './speech/system.ts';
import { tableOf } from './speech/table.ts';

const program = join(import.meta.dirname, 'speech/answer-questions.ts');
const ours = (name: string, args: readonly string[], rest: Pick<Command, 'kind' | 'language'>): Command => ({
  name,
  command: [process.execPath, program, ...args, ...forwardedArgs],
  ...rest,
});
const service = (models: string, language: string | null): Command =>
  ours(models, ['service', models], { kind: 'service', language });
const engine = (name: string): Command => ours(name, [name], { kind: 'engine', language: 'en' });

const commands = async (): Promise<Command[]> => {
  const small = [service('moonshine-tiny', 'en'), engine('bare'), ...(hasSherpa ? [engine('sherpa')] : [])];
  if (!existsSync(weightsFolder('whisper-base'))) {
    console.error('whisper-base is not measured. Download it with: npm run models -- whisper-base');
    return small;
  }
  const peer = await fasterWhisper();
  return [
    ...[...small, service('whisper-base', null), service('moonshine-tiny,whisper-base', null)],
    ...(peer ? [peer] : []),
  ];
};

const clips = await loadClips();
const sets: Readonly<Record<string, () => SampleSet>> = {
  recordings: () => recordingSet(clips),
  joined: () => joinedSet(clips),
  pieces: () => pieceSet(clips),
  sounds: () => soundSet(clips),
  noisy: () => noisySet(clips),
  channels: () => channelSet(clips),
  numerals: numeralSet,
};

/** Several sets contain unchanged recordings, which are transcribed only once. */
const answers = new Map<Int16Array | undefined, Map<System, Answer>>();
const answerOf = async (system: System, sample: Sample): Promise<Answer> => {
  const [pcm] = sample.channels;
  if (sample.channels.length > 1 || sample.digits) return system.transcribe(sample);
  const known = answers.get(pcm) ?? new Map<System, Answer>();
  const answer = known.get(system) ?? (await system.transcribe(sample));
  answers.set(pcm, known.set(system, answer));
  return answer;
};

const measure = async (systems: readonly System[], { samples, isFor }: SampleSet): Promise<Result[]> => {
  const results: Result[] = [];
  for (const sample of samples)
    for (const system of systems.filter((one) => isFor(one, sample)))
      results.push({ system: system.name, sample, answer: await answerOf(system, sample) });
  return results;
};

const systems = (await commands()).map(startSystem);
let table = '';
for (const [name, open] of Object.entries(sets).filter(([set]) => isChosen(set))) {
  const set = open();
  const results = await measure(systems, set);
  for (const figure of set.figures(results)) print(figure);
  if (name === 'recordings') table = tableOf(results, clips);
}
await Promise.all(systems.map((system) => system.close()));
console.error(table);
