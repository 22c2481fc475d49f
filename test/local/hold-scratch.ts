// Run by tests. Creates and removes scratch folders, and fails if another process removes one. Then creates a last folder, prints
// its path and keeps it until it is killed.
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
