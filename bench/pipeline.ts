/** Compares processor time of the whole pipeline with ffmpeg and engine alone. node bench/pipeline.ts [minutes] [pairs] */
import { cpuOf } from './pipeline/cpu-of.ts';
import { print } from './support/figure.ts';
import { rounded } from './support/numbers.ts';
import { median } from '../test/support/median.ts';
import { longAudio } from './support/long-audio.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const minutes = Number(process.argv[2] ?? 10);
const pairs = Number(process.argv[3] ?? 7);
using folder = temporaryFolder();

const { file } = longAudio(minutes, folder.path);
const ratios: number[] = [];
for (let pair = 0; pair < pairs; pair += 1) {
  // Runs both concurrently, so that other load slows down both alike. In sequence, the ratio varies by up to 25 %.
  const [bare = 0, service = 0] = await Promise.all(
    ['bare', 'service'].map((name) => cpuOf([process.execPath, `bench/pipeline/${name}-speech.ts`, file])),
  );
  ratios.push(service / bare);
  print({ figure: `processor time for ${minutes} min of audio`, value: { bare, service }, unit: 's' });
}
const ratio = median(ratios);
const target = minutes >= 10 ? 1.05 : 1.15;
print({
  figure: `pipeline over ffmpeg and engine alone, ${minutes} min, median of ${pairs}`,
  value: rounded(ratio, 3),
  unit: 'ratio',
  target: `≤ ${target}`,
  pass: ratio <= target,
});
