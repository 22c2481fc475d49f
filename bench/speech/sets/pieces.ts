import type { Figure } from '../../support/figure.ts';
import { isComposite } from '../../support/recordings.ts';
import type { LoadedClip } from '../load-clips.ts';
import { piecesOf } from '../pieces.ts';
import { bySystem, languageOf, type Result, type Sample, sampleOf, type SampleSet } from '../sample.ts';

const lengths = [3, 6] as const;

/** Whole recordings and pieces of them. A model delivers texts in its own languages, and refuses other languages. */
export const pieceSet = (clips: readonly LoadedClip[]): SampleSet => {
  const singles = clips.filter((clip) => !isComposite(clip));
  const kinds = new Map<Sample, string>();
  for (const clip of singles) {
    kinds.set(sampleOf(clip, clip.pcm), 'whole recordings');
    for (const seconds of lengths)
      for (const piece of piecesOf(clip.pcm, seconds)) kinds.set(sampleOf(clip, piece), `${seconds} s`);
  }
  return {
    samples: [...kinds.keys()],
    // Another set has whole recordings in a model's languages.
    isFor: (system, sample) =>
      system.kind === 'service' && (system.language !== null || kinds.get(sample) !== 'whole recordings'),
    figures: (results) => bySystem(results).flatMap(([system, own]) => figuresOf(system, own, kinds)),
  };
};

const isRight = (result: Result): boolean => {
  const { answer, system } = result;
  const isDelivered = answer.refused === null && answer.text !== '';
  const isKnown = system.includes('whisper') || languageOf(result) === 'en';
  return isKnown ? isDelivered && answer.language === languageOf(result) : !isDelivered;
};

const figuresOf = (system: string, own: readonly Result[], kinds: ReadonlyMap<Sample, string>): Figure[] =>
  [...Map.groupBy(own, ({ sample }) => kinds.get(sample) ?? '')].flatMap(([kind, ofKind]) =>
    ['English', 'foreign'].map((name) => {
      const spoken = ofKind.filter((result) => (languageOf(result) === 'en') === (name === 'English'));
      return {
        figure: `${name} delivered or refused rightly by ${system}, ${kind}`,
        value: {
          right: spoken.filter(isRight).length,
          of: spoken.length,
          empty: spoken.filter(({ answer }) => answer.refused === null && answer.text === '').length,
        },
        unit: 'recordings',
      };
    }),
  );
