import { sum } from '../support/numbers.ts';
import { isComposite } from '../support/recordings.ts';
import type { LoadedClip } from './load-clips.ts';
import { bySystem, lengthOf, type Result } from './sample.ts';
import { errorRate } from './sets/recordings.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The measurements on recordings as a text table, with a row for each system and language. */
export const tableOf = (results: readonly Result[], clips: readonly LoadedClip[]): string => {
  const composites = new Set(clips.filter(isComposite).map(({ file }) => file));
  const kindOf = ({ sample }: Result): string =>
    composites.has(sample.name) ? 'composites' : (sample.parts[0]?.clip.language ?? '');
  const rows = bySystem(results).flatMap(([system, own]) => {
    const memory = own.reduce((most, { answer }) => Math.max(most, answer.rssMb), 0);
    return [...Map.groupBy(own, kindOf)].map(([kind, some]) => {
      const seconds = sum(some, ({ sample }) => lengthOf(sample));
      const right = some.filter(({ sample, answer }) => answer.language === sample.parts[0]?.clip.language);
      return [
        ...[system, kind, String(some.length), percent(errorRate(some)), `${right.length}`],
        (sum(some, ({ answer }) => answer.wallMs) / seconds).toFixed(3),
        (sum(some, ({ answer }) => answer.cpuMs) / seconds).toFixed(3),
        `${memory} MB`,
      ];
    });
  });
  const head = ['system', 'speech', 'files', 'WER', 'language', 'wall/s', 'CPU/s', 'memory'];
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')).join('\n');
};
