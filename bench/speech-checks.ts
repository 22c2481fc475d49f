/**
 * Measures hallucinations on sounds without speech, language detection and word times, one JSON line per figure:
 * `node bench/speech-checks.ts [--audio DIR] [--only en-]`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { speechModels } from '#lib/speech/engines/models.ts';
import { assertUnderstood } from '#lib/speech/engines/spoken-language.ts';
import * as z from 'zod';
import { soundsWithoutSpeech } from '../test/support/sounds.ts';
import { median, print } from './figure.ts';
import { piecesOf } from './pieces.ts';
import { type Clip, isComposite, isEnglish, recordings, samplesOf } from './recordings.ts';
import { loadSpeech } from './speech-parts.ts';

const { transcribe } = await loadSpeech();

let hallucinated = 0;
for (const sound of soundsWithoutSpeech().values())
  hallucinated += (await transcribe(sound)).segments.reduce(
    (sum, { text }) => sum + text.split(' ').length,
    0,
  );
print({
  figure: 'hallucinated_words',
  value: hallucinated,
  unit: 'words',
  target: '0',
  pass: hallucinated === 0,
});

const clips = recordings().filter((clip) => !isComposite(clip));
const samples = new Map<Clip, Int16Array>();
for (const clip of clips) samples.set(clip, await samplesOf(clip));

/** Whether a job with this audio would be delivered as English, and not fail. */
const isDelivered = async (pcm: Int16Array): Promise<boolean> => {
  const speech = await transcribe(pcm);
  try {
    assertUnderstood(speech, speechModels['moonshine-tiny']);
    return speech.segments.length > 0;
  } catch {
    return false;
  }
};

const measureLanguage = async (name: string, cut: (pcm: Int16Array) => Int16Array[]): Promise<void> => {
  for (const english of [true, false]) {
    const pieces = clips
      .filter((clip) => isEnglish(clip) === english)
      .flatMap((clip) => cut(samples.get(clip) ?? new Int16Array()));
    let right = 0;
    for (const piece of pieces) if ((await isDelivered(piece)) === english) right += 1;
    const of = english ? 'English' : 'foreign';
    print({
      figure: `language detected of ${of}, ${name}`,
      value: { right, of: pieces.length },
      unit: 'recordings',
    });
  }
};
await measureLanguage('whole', (pcm) => [pcm]);
for (const seconds of [2, 3, 6]) await measureLanguage(`${seconds} s`, (pcm) => piecesOf(pcm, seconds));

const Alignments = z.object({
  clips: z.array(
    z.object({
      file: z.string(),
      words: z.array(z.object({ text: z.string(), start_ms: z.number(), end_ms: z.number() })),
    }),
  ),
});
const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Compares the times of correctly recognized words with those of a forced aligner. */
const measureWordTimes = async (file: string): Promise<void> => {
  const startsOff: number[] = [];
  const endsOff: number[] = [];
  for (const { file: name, words } of Alignments.parse(JSON.parse(readFileSync(file, 'utf8'))).clips) {
    const clip = clips.find((one) => one.file === name);
    const recognized = clip
      ? (await transcribe(samples.get(clip) ?? new Int16Array())).segments.flatMap((segment) => segment.words)
      : [];
    let from = 0;
    for (const word of words) {
      const at = recognized.findIndex(
        (one, i) => i >= from && i < from + 4 && bare(one.text) === bare(word.text),
      );
      const found = recognized[at];
      if (!found) continue;
      startsOff.push(Math.abs(found.startMs - word.start_ms));
      endsOff.push(Math.abs(found.endMs - word.end_ms));
      from = at + 1;
    }
  }
  print({ figure: 'words matched', value: startsOff.length, unit: 'words' });
  print({
    figure: 'word starts off by, median',
    value: median(startsOff),
    unit: 'ms',
    target: 'at most 50',
    pass: median(startsOff) <= 50,
  });
  const ninth = startsOff.toSorted((a, b) => a - b)[Math.floor(0.9 * startsOff.length)] ?? Infinity;
  print({
    figure: 'word starts off by, 90 % at most',
    value: ninth,
    unit: 'ms',
    target: 'at most 150',
    pass: ninth <= 150,
  });
  print({ figure: 'word ends off by, median', value: median(endsOff), unit: 'ms' });
};
await measureWordTimes(join(import.meta.dirname, 'alignments.json'));
