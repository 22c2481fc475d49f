import type { Figure } from '../../support/figure.ts';
import { isComposite, isEnglish } from '../../support/recordings.ts';
import { rounded, sum } from '../../support/numbers.ts';
import { wordErrors } from '../../../test/support/word-errors.ts';
import type { LoadedClip } from '../load-clips.ts';
import { type Joined, joined } from '../mix.ts';
import {
  beginningsOf,
  bySystem,
  errorsIn,
  knows,
  type Part,
  type Result,
  type SampleSet,
} from '../sample.ts';

const maxClipSeconds = 20;
/** The maximum ratio of the errors in a joined file to those of its clips alone. */
const maxRatio = 1.1;

/** Several recordings in one file. No recording may be lost, and each language should be detected. */
export const joinedSet = (clips: readonly LoadedClip[]): SampleSet => {
  const short = clips
    .filter((clip) => !isComposite(clip) && clip.pcm.length < maxClipSeconds * 16_000)
    .toSorted((a, b) => a.pcm.length - b.pcm.length);
  const files = filesOf(short);
  // A clip that is equally loud in several files is transcribed once.
  const alone = new Map(files.flatMap((one) => one.alone.map((sample) => [sample.name, sample])));
  return {
    samples: [...files.map(({ file }) => file), ...alone.values()].flatMap(beginningsOf),
    isFor: (system, sample) => system.kind !== 'engine' && knows(system, sample),
    figures: (results) =>
      files.flatMap((one) =>
        bySystem(results.filter(({ sample }) => sample.name === one.file.name)).map(([system, whole]) =>
          figureOf(`${one.file.name}, ${system}`, whole, resultsOf(one, system, results)),
        ),
      ),
  };
};

/** The results of a system for the clips of a file, each alone. */
const resultsOf = ({ alone }: Joined, system: string, results: readonly Result[]): Result[] => {
  const names = new Set(alone.map(({ name }) => name));
  return results.filter((one) => one.system === system && names.has(one.sample.name));
};

const filesOf = (short: readonly LoadedClip[]): Joined[] => {
  const shortest = (language: string, index = 0): LoadedClip[] =>
    short.filter((clip) => clip.language === language).slice(index, index + 1);
  const languages = [...new Set(short.map(({ language }) => language))].toSorted();
  const each = languages.flatMap((language) => shortest(language));
  const four = ['es', 'en', 'pt', 'de'].flatMap((language) => shortest(language));
  const sandwich = [...shortest('en'), ...shortest('ja'), ...shortest('en', 1)];
  const scattered = short.toSorted((a, b) => a.file.slice(3).localeCompare(b.file.slice(3), 'en'));
  const all = [
    joined(short.filter(isEnglish).slice(0, 8), { name: 'eight of English', pauses: [0.4, 0.95, 1.5] }),
    joined(four, { name: 'es, en, pt, de', pauses: [0.8] }),
    joined(sandwich, { name: 'en, ja, en', pauses: [0.8] }),
    joined(each, { name: 'a clip of each language', pauses: [0.5, 0.75, 1, 1.25, 1.5] }),
    joined(each, { name: 'a clip of each language, long pauses', pauses: [4] }),
    joined(each, { name: 'a clip of each language, loud and quiet', pauses: [0.8], gainsDb: [0, -20] }),
    joined(scattered, { name: 'all short clips', pauses: [0.4, 6, 1, 2, 0.7], gainsDb: [0, -6, -12] }),
  ];
  return all.filter(({ file }) => file.parts.length > 1);
};

const wordsIn = ({ answer }: Result, { startMs, endMs }: Part): Result['answer']['words'] =>
  answer.words.filter((word) => {
    const middle = (word.startMs + word.endMs) / 2;
    return startMs <= middle && middle <= endMs;
  });

/** Whether at most a quarter of a clip's words were recognized, even if other words are in their place. */
const isLost = (result: Result, part: Part): boolean => {
  const { words } = wordErrors(part.clip.transcript, '');
  const found = wordErrors(
    wordsIn(result, part)
      .map(({ text }) => text)
      .join(' '),
    '',
  );
  return 4 * found.words <= words;
};

const hasLanguage = (result: Result, part: Part): boolean => {
  const words = wordsIn(result, part);
  return 2 * words.filter(({ language }) => language === part.clip.language).length > words.length;
};

/** The figure of one system for a file, with all its shifted starts. */
const figureOf = (name: string, whole: readonly Result[], alone: readonly Result[]): Figure => {
  const count = (of: (result: Result, part: Part) => boolean): number =>
    sum(whole, (result) => result.sample.parts.filter((part) => of(result, part)).length);
  const counts = whole.map(errorsIn);
  const errors = sum(counts, (one) => one.errors);
  const words = sum(counts, (one) => one.words);
  const value = {
    errors,
    words,
    wer: rounded(errors / words, 4),
    errors_alone: sum(alone, (one) => errorsIn(one).errors),
    clips: sum(whole, ({ sample }) => sample.parts.length),
    clips_lost: count(isLost),
    languages_right: count(hasLanguage),
  };
  return {
    figure: `joined, ${name}`,
    value,
    unit: 'words, clips',
    target: `errors at most ${maxRatio} × alone, no clip lost`,
    pass: value.errors <= maxRatio * value.errors_alone && value.clips_lost === 0,
  };
};
