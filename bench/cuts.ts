/**
 * Cuts random files of 25 kinds, most of them damaged, as one and in parts of several lengths. Reports how many were cut in
 * parts, whether the outcome is the same, and what parts read. CUTS_KEPT=DIR keeps the files that differ. node bench/cuts.ts [cuts] [seed]
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod';
import { makeSound } from './cuts/sound.ts';
import { print } from './support/figure.ts';
import { rounded } from './support/numbers.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const [cuts = 1_000, firstSeed = 0] = process.argv.slice(2).map(Number);
const filesPerRun = 25;
const cutsPerFile = 4;
/** Shorter parts have more borders. The service uses 240 s. */
const partSeconds = [24, 16, 32, 64, 240, 40, 16, 96, 24, 32];
/**
 * The limit of the bytes that a part reads, as a share of its own bytes. A part also reads the seconds around it, tables, and
 * frames that are needed before its start.
 */
const maxShare = 1.3;
const extraBytes = 64 * 1024;
const maxRequests = 4;

const Cut = z.object({
  format: z.string(),
  kind: z.string(),
  way: z.enum(['as one', 'refused', 'given up', 'in parts']),
  reason: z.string().optional(),
  difference: z.string().optional(),
  replay: z.string(),
  partSeconds: z.number(),
  readings: z.array(z.object({ requests: z.number(), bytes: z.number(), ownBytes: z.number() })),
});
type Cut = z.infer<typeof Cut>;

using folder = temporaryFolder();
const sound = makeSound(folder.path);
const run = (nth: number): Cut[] => {
  const seconds = partSeconds[nth % partSeconds.length] ?? 24;
  const files = Math.min(filesPerRun, Math.ceil(cuts / cutsPerFile) - nth * filesPerRun);
  const args = [
    join(import.meta.dirname, 'cuts/cut-files.ts'),
    sound.file,
    seconds,
    firstSeed + nth * filesPerRun,
    files,
  ];
  const { stdout, status } = spawnSync(process.execPath, args.map(String), {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}.`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => Cut.parse(JSON.parse(line)));
};

const made = Array.from({ length: Math.ceil(cuts / cutsPerFile / filesPerRun) }, (_, nth) => run(nth)).flat();

const counted = (all: readonly Cut[]) => {
  const of = (way: Cut['way']): number => all.filter((cut) => cut.way === way).length;
  const wrong = all.filter(({ difference }) => difference !== undefined).length;
  const ways = {
    in_parts: of('in parts'),
    given_up: of('given up'),
    as_one: of('as one'),
    refused: of('refused'),
  };
  return { cuts: all.length, ...ways, wrong };
};

/** The maximum that a part of the service's length has read. */
const mostRead = (all: readonly Cut[]) => {
  const readings = all.filter((cut) => cut.partSeconds === 240).flatMap((cut) => cut.readings);
  const shares = readings.map(({ bytes, ownBytes }) => Math.max(0, bytes - extraBytes) / ownBytes);
  const share = rounded(Math.max(0, ...shares), 3);
  return {
    parts: readings.length,
    share,
    requests: Math.max(0, ...readings.map(({ requests }) => requests)),
  };
};

for (const { difference, ...cut } of made)
  if (difference !== undefined) console.error(cut.format, cut.kind, cut.replay, difference.slice(0, 500));
for (const [format, all] of Map.groupBy(made, (cut) => cut.format)) {
  print({ figure: `${format}, cut`, value: counted(all), unit: 'files' });
  const read = mostRead(all);
  if (read.parts > 0)
    print({ figure: `${format}, read by a part`, value: read, unit: 'of its bytes, requests' });
}
for (const [why, all] of Map.groupBy(made, ({ way, reason }) => `${way}: ${reason}`))
  if (all[0]?.reason !== undefined) print({ figure: why, value: all.length, unit: 'files' });
// An undamaged file should not be cut twice.
const whole = counted(made.filter(({ kind }) => kind === 'whole'));
print({
  figure: 'whole files, cut',
  value: whole,
  unit: 'files',
  target: '0 given up',
  pass: whole.given_up === 0,
});
const total = counted(made);
print({ figure: 'all, cut', value: total, unit: 'files', target: '0 wrong', pass: total.wrong === 0 });
const read = mostRead(made);
print({
  figure: 'read by a part, at most',
  value: read,
  unit: 'of its bytes without 64 KB, requests',
  target: 'at most 1.3, 4',
  pass: read.share <= maxShare && read.requests <= maxRequests,
});
