/**
 * Cuts each file as one and in parts, and prints one line of JSON for each.
 * node test/lib/speech/audio/parts/cut-both-ways.ts SECONDS_OF_PARTS FILE…
 */
import { differenceOf } from '../../../../../bench/cuts/compare.ts';
import { setPartMs } from '../../../../../bench/cuts/part-length.ts';

const [partSeconds, ...files] = process.argv.slice(2);
setPartMs(1_000 * Number(partSeconds));
const { cutAsOne, cutInParts } = await import('../../../../../bench/cuts/outcome.ts');

for (const file of files) {
  const parts = await cutInParts(file);
  const difference = 'outcome' in parts ? differenceOf(await cutAsOne(file), parts.outcome) : undefined;
  const reason = 'reason' in parts ? parts.reason : undefined;
  const bytesRead = 'readings' in parts ? parts.readings.map(({ bytes }) => bytes) : [];
  console.log(JSON.stringify({ way: parts.way, reason, difference, bytesRead }));
}
