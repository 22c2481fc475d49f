import type { Figure } from '../../support/figure.ts';
import { rounded, sum } from '../../support/numbers.ts';
import { isComposite } from '../../support/recordings.ts';
import type { LoadedClip } from '../load-clips.ts';
import {
  knows,
  atMost,
  beginningsOf,
  bySystem,
  errorsIn,
  languageOf,
  lengthOf,
  peer,
  type Result,
  type SampleSet,
  sampleOf,
} from '../sample.ts';
import { errorRate as errorRateOf } from '../../../test/support/word-errors.ts';
import { wordTimes } from '../word-times.ts';

/** Goals for the word error rate (WER) in English. */
const maxErrorRate = { singles: 0.06, composites: 0.07 };

/** Unchanged recordings: word errors, the detected language, time and memory, by model and language. */
export const recordingSet = (clips: readonly LoadedClip[]): SampleSet => {
  const composites = new Set(clips.filter(isComposite).map(({ file }) => file));
  const isSingle = ({ sample }: Result): boolean => !composites.has(sample.name);
  return {
    samples: clips.map((clip) => sampleOf(clip, clip.pcm)).flatMap(beginningsOf),
    // An engine without segments cannot process the minutes of a composite at once.
    isFor: (system, sample) =>
      knows(system, sample) && (system.kind !== 'engine' || !composites.has(sample.name)),
    figures: (results) => {
      const singles = results.filter(isSingle);
      const joined = results.filter((result) => !isSingle(result));
      return [
        ...bySystem(singles).flatMap(([system, own]) => accuracy(system, own, singles)),
        ...bySystem(joined).map(([system, own]) => {
          const value = errorRate(own);
          const goal = isService(system) ? atMost(value, maxErrorRate.composites) : {};
          return { figure: `wer of ${system} on composites`, value, unit: 'of words', ...goal };
        }),
        ...bySystem(results).flatMap(([system, own]) => cost(system, own)),
        ...wordTimes(singles),
        ...wallTimes(results),
        ...priceOfDetection(results),
      ];
    },
  };
};

const isService = (system: string): boolean => /^(?:moonshine|whisper)/.test(system);

/** Errors per word, or per character in languages without spaces between words. */
export const errorRate = (results: readonly Result[]): number =>
  rounded(errorRateOf(results.map(errorsIn)), 4);

const accuracy = (system: string, own: readonly Result[], all: readonly Result[]): Figure[] =>
  [...Map.groupBy(own, languageOf)].flatMap(([language, inLanguage]) => {
    const value = errorRate(inLanguage);
    const ofPeer = all.filter((result) => result.system === peer && languageOf(result) === language);
    const hasGoal = isService(system) && (language === 'en' || ofPeer.length > 0);
    const goal = language === 'en' ? maxErrorRate.singles : errorRate(ofPeer);
    const right = inLanguage.filter(({ answer }) => answer.language === language).length;
    const detects = inLanguage.some((result) => result.answer.language !== null);
    const detected: Figure = {
      figure: `${language} detected by ${system}`,
      value: { right, of: inLanguage.length },
      unit: 'recordings',
    };
    return [
      {
        figure: `wer of ${system} on ${language}`,
        value,
        unit: 'of words',
        ...(hasGoal ? atMost(value, goal) : {}),
      },
      ...(detects ? [detected] : []),
    ];
  });

const perSecond = (results: readonly Result[], of: (result: Result) => number): number =>
  rounded(sum(results, of) / sum(results, ({ sample }) => lengthOf(sample)), 4);
const wallMs = ({ answer }: Result): number => answer.wallMs;
const cpuMs = ({ answer }: Result): number => answer.cpuMs;

const cost = (system: string, own: readonly Result[]): Figure[] => [
  { figure: `real-time factor of ${system}`, value: perSecond(own, wallMs), unit: 's per s' },
  { figure: `processor time of ${system}`, value: perSecond(own, cpuMs), unit: 's per s' },
  {
    figure: `memory of ${system}`,
    unit: 'MB at most',
    value: own.reduce((most, { answer }) => Math.max(most, answer.rssMb), 0),
  },
];

/** The ratio of the times of `system` and `base`, on the samples that both have. */
const ratio = (
  results: readonly Result[],
  systems: { of: string; over: string; by: typeof wallMs },
): number => {
  const [own, base] = [systems.of, systems.over].map((name) =>
    results.filter(({ system }) => system === name),
  );
  const both = (own ?? []).filter(({ sample }) => base?.some((one) => one.sample === sample));
  const same = (base ?? []).filter(({ sample }) => both.some((one) => one.sample === sample));
  return rounded(sum(both, systems.by) / sum(same, systems.by), 3);
};

/** The systems take turns, so that other load slows down all of them alike. */
const wallTimes = (results: readonly Result[]): Figure[] => {
  const value = ratio(results, { of: 'whisper-base', over: peer, by: wallMs });
  if (Number.isNaN(value)) return [];
  return [
    { figure: `wall time of whisper-base over ${peer}`, value, unit: 'ratio', ...atMost(value, 0.6) },
    {
      figure: `processor time of whisper-base over ${peer}`,
      unit: 'ratio',
      value: ratio(results, { of: 'whisper-base', over: peer, by: cpuMs }),
    },
  ];
};

const priceOfDetection = (results: readonly Result[]): Figure[] => {
  const english = results.filter((result) => languageOf(result) === 'en');
  const [of, over] = ['moonshine-tiny,whisper-base', 'moonshine-tiny'] as const;
  const value = ratio(english, { of, over, by: cpuMs });
  if (Number.isNaN(value)) return [];
  return [
    { figure: `processor time of ${of} over ${over}, English`, value, unit: 'ratio', ...atMost(value, 1.4) },
  ];
};
