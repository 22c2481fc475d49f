import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { frameSamples, rms, toFloats, toMs } from '#lib/speech/audio/pcm.ts';
import { wordsOf } from '#lib/platform/text.ts';
import type { RecognizeOptions, Recognition, SpeechEngine, Word } from './engine.ts';
import { fitWords } from './word-lengths.ts';

/** The text of one segment. Times are relative to the start of the file. */
export type RecognizedSegment = Pick<
  Recognition,
  'text' | 'translatedText' | 'language' | 'languageConfidence' | 'meanLogProb' | 'words'
> & {
  readonly startMs: number;
  readonly endMs: number;
};

const minMeanLogProb = -1;
const maxRepeats = 2;
const maxCuts = 2;
const minHalfMs = 1_000;

/** Recognizes segments in order. Those without text are left out. */
export const recognizeSegments = async (
  engine: SpeechEngine,
  segments: readonly SpeechSegment[],
  options: RecognizeOptions,
): Promise<RecognizedSegment[]> => {
  const recognized: RecognizedSegment[] = [];
  for (const segment of segments)
    recognized.push(...(await recognize(engine, segment, { options, cuts: maxCuts })));
  return recognized.filter(({ text }) => text !== '');
};

type Attempt = { readonly options: RecognizeOptions; readonly cuts: number };

/** Cuts a segment in half and retries if the model hallucinates, because shorter audio usually cures that. */
const recognize = async (
  engine: SpeechEngine,
  segment: SpeechSegment,
  { options, cuts }: Attempt,
): Promise<RecognizedSegment[]> => {
  const pcm = toFloats(segment.pcm);
  const recognition = await engine.recognize(pcm, options);
  const halves = cuts > 0 && isHallucination(recognition) ? cutInHalf(segment, pcm) : [];
  if (halves.length === 0) return [inFile(segment, recognition)];
  const texts = [];
  for (const half of halves) texts.push(...(await recognize(engine, half, { options, cuts: cuts - 1 })));
  return texts;
};

const isHallucination = ({ complete, meanLogProb, text }: Recognition): boolean =>
  !complete || meanLogProb < minMeanLogProb || repeatsItself(text);

/** Whether any sequence of four words occurs more often than in real speech. */
const repeatsItself = (text: string): boolean => {
  const words = wordsOf(text);
  const seen = new Map<string, number>();
  return words.slice(3).some((_, i) => {
    const four = words.slice(i, i + 4).join(' ');
    const times = (seen.get(four) ?? 0) + 1;
    seen.set(four, times);
    return times > maxRepeats;
  });
};

/** Cuts at the quietest moment of the middle half. Returns nothing if a half would be too short. */
const cutInHalf = (segment: SpeechSegment, pcm: Float32Array): SpeechSegment[] => {
  const first = pcm.length >> 2;
  let cut = first;
  let quietest = Infinity;
  for (let at = first; at + frameSamples <= 3 * first; at += frameSamples) {
    const loudness = rms(pcm.subarray(at, at + frameSamples));
    if (loudness >= quietest) continue;
    quietest = loudness;
    cut = at + (frameSamples >> 1);
  }
  const cutMs = segment.startMs - segment.padMs + toMs(cut);
  if (cutMs - segment.startMs < minHalfMs || segment.endMs - cutMs < minHalfMs) return [];
  return [
    { ...segment, endMs: cutMs, pcm: segment.pcm.subarray(0, cut) },
    { startMs: cutMs, endMs: segment.endMs, padMs: 0, pcm: segment.pcm.subarray(cut) },
  ];
};

const inFile = (
  segment: SpeechSegment,
  { words, complete: _complete, ...recognition }: Recognition,
): RecognizedSegment => {
  const { startMs, endMs, padMs } = segment;
  const toFile = (ms: number): number => Math.round(startMs - padMs + ms);
  const placed = words.map((word): Word => ({
    ...word,
    startMs: toFile(word.startMs),
    endMs: toFile(word.endMs),
    // More digits have no meaning and would make the stored text of five hours a seventh longer.
    confidence: Math.round(word.confidence * 1000) / 1000,
  }));
  return { startMs, endMs, ...recognition, words: fitWords(placed, { startMs, endMs }) };
};
