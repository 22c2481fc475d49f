// Run by tests: makes scratch folders, `rounds` of them one after the other, each of which must stay until it is
// removed; then one more, whose path it prints and which it keeps until it is killed.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeScratch } from '#local/scratch.ts';

for (let round = 0; round < Number(process.argv[2] ?? 0); round += 1) {
  const { dir, remove } = makeScratch();
  const bundle = join(dir, 'bundle');
  writeFileSync(bundle, '');
  await new Promise(setImmediate);
  if (!existsSync(bundle)) throw new Error(`Another process removed ${dir}.`);
  remove();
}
console.log(makeScratch().dir);
setInterval(() => {}, 60_000);
