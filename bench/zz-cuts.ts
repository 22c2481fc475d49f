import { readFile, writeFile, mkdtemp } from 'node:fs/promises';
import { decodeAudio } from '/work/parts/lib/speech/audio/decode.ts';
import { readFileAt } from '/work/parts/lib/speech/audio/byte-reader.ts';
import { walkClusters } from '/work/parts/lib/speech/audio/parts/webm-clusters.ts';
import { oggPages } from '/work/parts/lib/speech/audio/opus/ogg-pages.ts';
import { opusSamples } from '/work/parts/lib/speech/audio/opus/opus-samples.ts';
import { planParts } from '/work/parts/lib/speech/audio/parts/plan-parts.ts';
import { speechModels } from '/work/parts/lib/speech/engines/models.ts';
const { signal } = new AbortController();
const all = async (file: string, trim?: object, most = Infinity) => {
  const out: Int16Array[] = []; let n = 0;
  for await (const [b] of decodeAudio({ file, ffmpegPath: 'ffmpeg', signal, trim: trim as never })) { out.push(b!.slice()); n += b!.length; if (n > most) break; }
  const r = new Int16Array(n); let at = 0; for (const b of out) { r.set(b, at); at += b.length; } return r;
};
for (const file of process.argv.slice(3)) {
  const whole = await all(file);
  const bytes = await readFile(file);
  const plan = await readFileAt(file, (r) => planParts(r, speechModels['moonshine-tiny'].chunks));
  if (!('slices' in plan)) { console.log(file, plan); continue; }
  let places: { byte: number; sample: number }[] = [];
  if (file.endsWith('webm')) { const w = await readFileAt(file, walkClusters); if ('serially' in w) throw w; places = w.places.map((p) => ({ ...p, sample: 3 * p.sample })); }
  else { let s = 0, i = 0; await readFileAt(file, async (r) => { for await (const p of oggPages(r)) { if (i++ >= 2) { places.push({ byte: p!.at, sample: s }); for (const x of p!.packets) s += 3 * opusSamples(x); } } }); }
  let worst = 0, identical = 0, differ = 0, maxdiff = 0; const n = Number(process.argv[2]);
  for (let i = 0; i < n; i += 1) {
    const beginS = Math.floor(Math.random() * (whole.length / 16000 - 12) );
    const begin = beginS * 48000;
    const place = places.findLast((p) => p.sample <= begin)!;
    const next = places.find((p) => p.sample >= begin + 16 * 48000);
    await writeFile('/tmp/px/slice-' + process.pid, Buffer.concat([Buffer.from(plan.header, 'base64'), bytes.subarray(place.byte, next?.byte)]));
    const part = await all('/tmp/px/slice-' + process.pid, { skip: begin - place.sample });
    const isEnd = !next;
    const m = Math.min(part.length, whole.length - beginS * 16000) - (isEnd ? 0 : 1600);
    if (isEnd && part.length !== whole.length - beginS * 16000) console.log('LENGTH', file, beginS, part.length, whole.length - beginS * 16000);
    let last = -1, after = 0;
    for (let j = 0; j < m; j += 1) if (part[j] !== whole[beginS * 16000 + j]) { last = j; if (j > 3 * 16000) { after += 1; maxdiff = Math.max(maxdiff, Math.abs(part[j]! - whole[beginS*16000+j]!)); } }
    worst = Math.max(worst, last / 16000); if (after) differ += 1; else identical += 1;
  }
  console.log(file.split('/').pop(), 'cuts', n, 'identical after 3 s', identical, 'differ', differ, 'last differing sample s', worst, 'max', maxdiff);
}
