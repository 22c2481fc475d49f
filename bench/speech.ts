/**
 * Accuracy and cost of speech recognition on the clips of a folder with a manifest.json, one JSON line per figure:
 * `node bench/speech.ts [--audio DIR] [--only en-]`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isSpokenLanguage } from '#lib/engines/spoken-language.ts';
import type { RecognizedSegment } from '#lib/engines/recognize.ts';
import * as z from 'zod';
import { loadSpeech } from './speech-parts.ts';
import { wordErrors } from './word-errors.ts';

const Manifest = z.object({
  clips: z.array(
    z.object({ file: z.string(), language: z.string(), transcript: z.string(), tags: z.array(z.string()) }),
  ),
});
type Clip = z.infer<typeof Manifest>['clips'][number];
type Heard = {
  clip: Clip;
  segments: RecognizedSegment[];
  audioMs: number;
  cutMs: number;
  recognizeMs: number;
};

const { values: options } = parseArgs({
  options: {
    audio: { type: 'string', default: '../shared/audio' },
    only: { type: 'string', default: '' },
  },
});
const print = (figure: string, value: Record<string, unknown>): void =>
  console.log(JSON.stringify({ figure, ...value }));
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

const started = performance.now();
const { cut, recognize } = await loadSpeech();
print('load_ms', { value: Math.round(performance.now() - started) });

async function hear(clip: Clip): Promise<Heard> {
  const segments: RecognizedSegment[] = [];
  const chunks = cut(join(options.audio, clip.file), new AbortController().signal);
  let cutMs = 0;
  let recognizeMs = 0;
  for (;;) {
    const asked = performance.now();
    const { done, value } = await chunks.next();
    const gotten = performance.now();
    cutMs += gotten - asked;
    if (done) return { clip, segments, audioMs: value, cutMs, recognizeMs };
    segments.push(...(await recognize(value)));
    recognizeMs += performance.now() - gotten;
  }
}

function report(name: string, heard: readonly Heard[]): void {
  const counts = heard.map(({ clip, segments }) =>
    wordErrors(clip.transcript, segments.map(({ text }) => text).join(' ')),
  );
  const errors = sum(counts, (count) => count.errors);
  const words = sum(counts, (count) => count.words);
  const audioMs = sum(heard, (one) => one.audioMs);
  print('wer', { of: name, value: rounded(errors / words), errors, words });
  print('rtf', {
    of: name,
    value: rounded(sum(heard, (one) => one.cutMs + one.recognizeMs) / audioMs),
    decode_and_vad: rounded(sum(heard, (one) => one.cutMs) / audioMs),
    recognition: rounded(sum(heard, (one) => one.recognizeMs) / audioMs),
  });
}

const manifest = join(options.audio, 'manifest.json');
if (!existsSync(manifest)) {
  console.error(
    `Accuracy is not measured: there is no ${manifest}. Name a folder of recordings with --audio.`,
  );
  process.exit(0);
}
const { clips } = Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8')));
const heard: Heard[] = [];
for (const clip of clips.filter(({ file }) => file.startsWith(options.only))) heard.push(await hear(clip));

const english = heard.filter(({ clip }) => clip.language === 'en');
const composites = english.filter(({ clip }) => clip.tags.includes('composite'));
const singles = english.filter(({ clip }) => !clip.tags.includes('composite'));
for (const one of singles) report(one.clip.file, [one]);
if (singles.length > 0) report('single English clips', singles);
if (composites.length > 0) report('English composite', composites);

for (const isEnglish of [true, false]) {
  const clipsOfKind = heard.filter(({ clip }) => (clip.language === 'en') === isEnglish);
  const right = clipsOfKind.filter(({ segments }) => isSpokenLanguage(segments) === isEnglish).length;
  print('language_told', { of: isEnglish ? 'English' : 'foreign', right, clips: clipsOfKind.length });
}
print('rss_peak_mb', { value: Math.round(process.resourceUsage().maxRSS / 1024) });
