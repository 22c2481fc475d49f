import { soundsWithoutSpeech } from '../../../test/support/sounds.ts';
import type { Figure } from '../../figure.ts';
import { isComposite } from '../../recordings.ts';
import { wordErrors } from '../../word-errors.ts';
import type { LoadedClip } from '../load-clips.ts';
import { babble, withNoise } from '../mix.ts';
import {
  atMost,
  beginningsOf,
  bySystem,
  knows,
  type Result,
  rounded,
  type Sample,
  type SampleSet,
  sampleOf,
  sum,
} from '../sample.ts';

const backgrounds = new Set(['street', 'music', 'white noise, -20 dB']);
const voices = 12;
/** By how much the noise is quieter than the speech. */
const levelsDb = [15, 5];
const peer = 'faster-whisper';

/** Recordings with noise in the background: a street, music, a hiss, and a crowd. */
export const noisySet = (clips: readonly LoadedClip[]): SampleSet => {
  const singles = clips.filter((clip) => !isComposite(clip));
  const noises = new Map([
    ...Array.from(soundsWithoutSpeech()).filter(([name]) => backgrounds.has(name)),
    ['a crowd', babble(singles.slice(-voices), 20)],
  ]);
  const kinds = new Map<string, readonly Sample[]>();
  for (const [name, noise] of noises)
    for (const db of levelsDb)
      kinds.set(
        `${name} ${db} dB below`,
        singles.map((clip) => sampleOf(clip, withNoise(clip.pcm, noise, db))).flatMap(beginningsOf),
      );
  return {
    samples: [...kinds.values()].flat(),
    isFor: (system, sample) => system.kind !== 'engine' && knows(system, sample),
    figures: (results) =>
      [...kinds].flatMap(([kind, samples]) => {
        const ofKind = results.filter(({ sample }) => samples.includes(sample));
        return [true, false].flatMap((english) => {
          const spoken = ofKind.filter((result) => isEnglish(result) === english);
          const most = errorsOf(spoken.filter(({ system }) => system === peer));
          return bySystem(spoken).map(([system, own]) =>
            figureOf(`${english ? 'English' : 'others'} with ${kind}, ${system}`, own, most),
          );
        });
      }),
  };
};

const isEnglish = ({ sample }: Result): boolean => sample.parts[0]?.clip.language === 'en';

const countsOf = ({ sample, answer }: Result): { errors: number; words: number } =>
  wordErrors(sample.parts[0]?.clip.transcript ?? '', answer.text);

const errorsOf = (results: readonly Result[]): number => sum(results, (one) => countsOf(one).errors);

const figureOf = (figure: string, own: readonly Result[], most: number): Figure => {
  const errors = errorsOf(own);
  const words = sum(own, (one) => countsOf(one).words);
  const value = {
    ...{ errors, words, wer: rounded(errors / words) },
    refused: own.filter(({ answer }) => answer.refused !== null).length,
  };
  const isOurs = most > 0 && !figure.endsWith(peer);
  return { figure, value, unit: 'words', ...(isOurs && atMost(errors, most)) };
};
