/** Measures how vocabulary and context change recognized names and word errors. node bench/vocabulary.ts [--audio DIR] */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { audioCutter } from '#lib/speech/audio/cut.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { findFfmpeg } from '#lib/speech/audio/decode.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import { loadRecognizer } from '#lib/speech/engines/load-recognizer.ts';
import { rounded, sum } from './support/numbers.ts';
import { inFolder, isEnglish, recordings } from './support/recordings.ts';
import { speechDir } from '../test/support/speech.ts';
import { distractors, ordinaryContext, recorded, sentences } from './speech/vocabulary-terms.ts';
import { wordErrors } from '../test/support/word-errors.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const voices = ['en-us', 'en-gb'];

type Spoken = { readonly file: string; readonly transcript: string; readonly chunks: readonly Chunk[] };
type Hints = { readonly vocabulary: readonly string[]; readonly context: string | null };

const model = speechModels['moonshine-tiny'];
const cut = audioCutter({ ffmpegPath: findFfmpeg(speechDir), lengths: model.chunks });
const recognizer = await loadRecognizer([model], speechDir);
const signal = new AbortController().signal;

const cutRecording = async (file: string, transcript: string): Promise<Spoken> => {
  const chunks: Chunk[] = [];
  for await (const chunk of cut(file, { multichannel: false, signal }))
    chunks.push({ ...chunk, pcm: chunk.pcm.slice() });
  return { file, transcript, chunks };
};

const recognize = async ({ chunks }: Spoken, hints: Hints): Promise<string> => {
  const request = {
    model: 'auto' as const,
    languageHints: [],
    translateTo: null,
    words: false,
    signal,
    ...hints,
  };
  const texts: string[] = [];
  for (const chunk of chunks)
    texts.push(...(await recognizer.recognize(chunk, request)).segments.map(({ text }) => text));
  return texts.join(' ');
};

/** Occurrences of a term as a whole word. */
const count = (text: string, term: string, flags = 'gu'): number =>
  text.match(new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(term)}(?![\\p{L}\\p{N}])`, flags))?.length ?? 0;

/** Prints the number of recognized occurrences of `names`, and the number of hinted terms that were inserted wrongly. */
const measure = async (
  of: string,
  spoken: readonly Spoken[],
  aim: { names: readonly string[]; hints: Hints },
): Promise<void> => {
  const { names, hints } = aim;
  const texts: string[] = [];
  for (const one of spoken) texts.push(await recognize(one, hints));
  const errors = spoken.map(({ transcript }, i) => wordErrors(transcript, texts[i] ?? ''));
  const spokenCount = (term: string, i: number): number => count(spoken[i]?.transcript ?? '', term, 'giu');
  const wanted = [...names, ...hints.vocabulary.filter((term) => !names.includes(term))];
  const extra = wanted.flatMap((term) =>
    texts.flatMap((text, i) => (count(text, term, 'giu') > spokenCount(term, i) ? [term] : [])),
  );
  const found = sum([...texts.entries()], ([i, text]) =>
    sum(names, (term) => Math.min(count(text, term), spokenCount(term, i))),
  );
  const words = sum(errors, (one) => one.words);
  const figure = {
    names: sum([...spoken.keys()], (i) => sum(names, (term) => spokenCount(term, i))),
    found,
    false_inserts: extra.length,
    wer: rounded(sum(errors, (one) => one.errors) / words, 4),
    words,
  };
  console.log(
    JSON.stringify({ figure: 'vocabulary', of, ...figure, ...(extra.length > 0 ? { extra } : {}) }),
  );
};

const none: Hints = { vocabulary: [], context: null };
const unspokenTerms: Hints = { ...none, vocabulary: distractors };
const filledUp = (names: readonly string[]): string[] => [...names, ...distractors].slice(0, 100);
const contextOf = (names: readonly string[]): string =>
  `${ordinaryContext.slice(0, 1_000)} Also ${names.join(', ')}.`;

const measureAll = async (
  kind: string,
  spoken: readonly Spoken[],
  names: readonly string[],
): Promise<void> => {
  const hintsByName = {
    'no hints': none,
    'its names as vocabulary': { ...none, vocabulary: names },
    'its names among 100 terms': { ...none, vocabulary: filledUp(names) },
    'its names in the context': { ...none, context: contextOf(names) },
  };
  for (const [hints, value] of Object.entries(hintsByName))
    await measure(`${kind}, ${hints}`, spoken, { names, hints: value });
};

const speak = async (folder: string): Promise<Spoken[]> => {
  const spoken: Spoken[] = [];
  for (const voice of voices)
    for (const [name, sentence] of Object.entries(sentences)) {
      const file = join(folder, `${voice}-${name}.wav`);
      spawnSync('espeak-ng', ['-v', voice, '-s', '150', '-w', file, sentence]);
      spoken.push(await cutRecording(file, sentence));
    }
  return spoken;
};

if (spawnSync('espeak-ng', ['--version']).status === 0) {
  using folder = temporaryFolder();
  const spoken = await speak(folder.path);
  await measureAll('synthetic speech', spoken, Object.keys(sentences));
  await measure('synthetic speech, 100 unspoken terms', spoken, { names: [], hints: unspokenTerms });
} else
  console.error(
    'Names in synthetic speech are not measured: espeak-ng is missing (apt-get install espeak-ng).',
  );

const all: Spoken[] = [];
for (const { file, transcript } of recordings().filter(isEnglish))
  all.push(await cutRecording(inFolder(file), transcript));
const names = Object.values(recorded).flat();
const withNames = all.filter(({ file }) => Object.keys(recorded).some((name) => file.endsWith(name)));
await measureAll('recordings with names', withNames, names);
await measure('all recordings, no hints', all, { names: [], hints: none });
await measure('all recordings, 100 unspoken terms', all, { names: [], hints: unspokenTerms });
await measure('all recordings, an ordinary context', all, {
  names: [],
  hints: { ...none, context: ordinaryContext },
});
await recognizer.close();
