import { soundsWithoutSpeech } from '../../../test/support/sounds.ts';
import { sum } from '../../support/numbers.ts';
import { isComposite, isEnglish } from '../../support/recordings.ts';
import { wordErrors } from '../../../test/support/word-errors.ts';
import type { LoadedClip } from '../load-clips.ts';
import { babble } from '../mix.ts';
import { atMost, bySystem, type Sample, type SampleSet } from '../sample.ts';

const voices = 12;
const maxReversed = 8;

/** Sounds without speech. Their text must be empty. */
export const soundSet = (clips: readonly LoadedClip[]): SampleSet => {
  const single = clips.filter((clip) => !isComposite(clip));
  const sound = (name: string, pcm: Int16Array): Sample => ({ name, channels: [pcm], parts: [] });
  const noises = Array.from(soundsWithoutSpeech(), ([name, pcm]) => sound(name, pcm));
  const crowds = [0, 1, 2].map((i) =>
    sound(`babble ${i}`, babble([...single.slice(i * 5), ...single].slice(0, voices), 20)),
  );
  const reversed = single
    .filter(isEnglish)
    .slice(0, maxReversed)
    .map(({ file, pcm }) => sound(`${file} reversed`, pcm.toReversed()));
  const kinds = { 'sounds without speech': noises, 'babble of twelve': crowds, 'reversed speech': reversed };
  return {
    samples: Object.values(kinds).flat(),
    isFor: ({ kind }) => kind !== 'engine',
    figures: (results) =>
      bySystem(results).flatMap(([system, own]) =>
        Object.entries(kinds).map(([kind, sounds]) => {
          const ofKind = own.filter(({ sample }) => sounds.includes(sample));
          const delivered = ofKind.filter(({ answer }) => answer.refused === null);
          const value = sum(delivered, ({ answer }) => wordErrors('', answer.text).errors);
          const figure = `words invented by ${system}, ${kind}`;
          return { figure, value, unit: `words, ${ofKind.length} sounds`, ...atMost(value, 0) };
        }),
      ),
  };
};
