import { soundsWithoutSpeech } from '../../../test/support/sounds.ts';
import type { Figure } from '../../support/figure.ts';
import { rounded, sum } from '../../support/numbers.ts';
import { isComposite } from '../../support/recordings.ts';
import type { LoadedClip } from '../load-clips.ts';
import { babble, withNoise } from '../mix.ts';
import {
  atMost,
  beginningsOf,
  bySystem,
  errorsIn,
  knows,
  languageOf,
  peer,
  type Result,
  type Sample,
  type SampleSet,
  sampleOf,
} from '../sample.ts';

const backgrounds = new Set(['street', 'music', 'white noise, -20 dB']);
const voices = 12;
/** The level of the speech above the noise. */
const levelsDb = [15, 5];

/** Recordings with background noise: a street, music, a hiss, and a crowd. */
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
          const spoken = ofKind.filter((result) => (languageOf(result) === 'en') === english);
          const most = errorsOf(spoken.filter(({ system }) => system === peer));
          return bySystem(spoken).map(([system, own]) =>
            figureOf(
              `${english ? 'English' : 'others'} with ${kind}, ${system}`,
              own,
              system === peer ? 0 : most,
            ),
          );
        });
      }),
  };
};

const errorsOf = (results: readonly Result[]): number => sum(results, (one) => errorsIn(one).errors);

const figureOf = (figure: string, own: readonly Result[], most: number): Figure => {
  const counts = own.map(errorsIn);
  const errors = sum(counts, (one) => one.errors);
  const words = sum(counts, (one) => one.words);
  const value = {
    errors,
    words,
    wer: rounded(errors / words, 4),
    refused: own.filter(({ answer }) => answer.refused !== null).length,
  };
  return { figure, value, unit: 'words', ...(most > 0 && atMost(errors, most)) };
};
