/** G4: processor time of the whole pipeline over that of ffmpeg and engine alone. node bench/pipeline.ts [minutes] [runs] */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuOf } from './cpu-of.ts';
import { print } from './figure.ts';
import { longAudio } from './long-audio.ts';

const minutes = Number(process.argv[2] ?? 10);
const runs = Number(process.argv[3] ?? 3);
const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'));

try {
  const { file } = longAudio(minutes, folder);
  const bare: number[] = [];
  const service: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    bare.push(cpuOf([process.execPath, 'bench/bare-speech.ts', file]));
    service.push(cpuOf([process.execPath, 'bench/service-speech.ts', file]));
  }
  // What else the machine does only ever adds time, to either by up to a quarter: the least is nearest to the truth.
  const seconds = { bare: Math.min(...bare), service: Math.min(...service) };
  const ratio = seconds.service / seconds.bare;
  const target = minutes >= 10 ? 1.05 : 1.15;
  print({ figure: `processor time for ${minutes} min of audio`, value: seconds, unit: 's' });
  print({
    figure: `pipeline over ffmpeg and engine alone, ${minutes} min`,
    value: Number(ratio.toFixed(3)),
    unit: 'ratio',
    target: `≤ ${target}`,
    pass: ratio <= target,
  });
} finally {
  rmSync(folder, { recursive: true });
}
