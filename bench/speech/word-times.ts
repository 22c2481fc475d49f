import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { type Figure } from '../support/figure.ts';
import { quantile } from '../support/numbers.ts';
import { median } from '../../test/support/median.ts';
import { atMost, bySystem, type Result } from './sample.ts';

const Alignments = z.object({
  clips: z.array(
    z.object({
      file: z.string(),
      words: z.array(z.object({ text: z.string(), start_ms: z.number(), end_ms: z.number() })),
    }),
  ),
});

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const nameOf = (file: string): string => basename(file).replace(/\.\w+$/, '');
const maxSkipped = 4;

type Offsets = { readonly starts: number[]; readonly ends: number[] };

/** The differences between the times of correctly recognized words and those of a forced aligner. */
const offsetsOf = (results: readonly Result[]): Offsets => {
  const file = join(import.meta.dirname, 'alignments.json');
  const offsets: Offsets = { starts: [], ends: [] };
  for (const aligned of Alignments.parse(JSON.parse(readFileSync(file, 'utf8'))).clips) {
    const recognized =
      results.find(({ sample }) => nameOf(sample.name) === nameOf(aligned.file))?.answer.words ?? [];
    let from = 0;
    for (const word of aligned.words) {
      const at = recognized.findIndex(
        (one, i) => i >= from && i < from + maxSkipped && bare(one.text) === bare(word.text),
      );
      const found = recognized[at];
      if (!found) continue;
      offsets.starts.push(Math.abs(found.startMs - word.start_ms));
      offsets.ends.push(Math.abs(found.endMs - word.end_ms));
      from = at + 1;
    }
  }
  return offsets;
};

export const wordTimes = (results: readonly Result[]): Figure[] =>
  bySystem(results).flatMap(([system, own]) => {
    const { starts, ends } = offsetsOf(own);
    if (starts.length === 0) return [];
    const middle = median(starts);
    const ninth = quantile(starts, 0.9);
    const off = `of ${starts.length} words off by, ${system}`;
    return [
      { figure: `starts ${off}, median`, value: middle, unit: 'ms', ...atMost(middle, 50) },
      { figure: `starts ${off}, 90 % at most`, value: ninth, unit: 'ms', ...atMost(ninth, 150) },
      { figure: `ends ${off}, median`, value: median(ends), unit: 'ms' },
    ];
  });
