// Transcribes the English recordings with one system: `service`, `bare` or `sherpa`. Runs in its own process to measure
// its memory. Prints one JSON line per recording, then one for the memory.
import { toFloats, toMs } from '#lib/speech/audio/pcm.ts';
import { mergeResult } from '#lib/domain/transcriptions/result.ts';
import { loadBareEngine } from './bare-engine.ts';
import { isComposite, isEnglish, recordings, samplesOf, speechDir } from './recordings.ts';
import { loadSherpa } from './sherpa.ts';
import { loadSpeech } from './speech-parts.ts';

type Transcribe = (pcm: Int16Array) => Promise<string>;

const systems: Readonly<Record<string, () => Promise<Transcribe>>> = {
  async service() {
    const { transcribe } = await loadSpeech();
    return async (pcm) => mergeResult(await transcribe(pcm), null).transcript;
  },
  async bare() {
    const transcribe = await loadBareEngine(speechDir);
    return (pcm) => transcribe(toFloats(pcm));
  },
  async sherpa() {
    const transcribe = await loadSherpa(speechDir);
    return async (pcm) => transcribe(toFloats(pcm));
  },
};

const name = process.argv[2] ?? '';
const transcribe = await systems[name]?.();
if (!transcribe) throw new Error(`There is no system ${name}.`);
// Only the service splits audio. The others cannot process the composite's five minutes at once.
const clips = recordings().filter((clip) => isEnglish(clip) && (name === 'service' || !isComposite(clip)));
for (const clip of clips) {
  const pcm = await samplesOf(clip);
  const started = performance.now();
  const before = process.cpuUsage();
  const text = await transcribe(pcm);
  const { user, system } = process.cpuUsage(before);
  const took = { wallMs: performance.now() - started, cpuMs: (user + system) / 1_000 };
  console.log(JSON.stringify({ file: clip.file, text, audioMs: toMs(pcm.length), ...took }));
}
console.log(JSON.stringify({ rssMb: Math.round(process.resourceUsage().maxRSS / 1024) }));
