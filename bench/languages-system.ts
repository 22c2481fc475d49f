// Transcribes the recordings with the models of its first argument, in its own process to measure its memory. Prints one JSON line.
import { rmSync } from 'node:fs';
import { mergeResult } from '#lib/domain/transcriptions/result.ts';
import { sampleRate } from '#lib/speech/audio/pcm.ts';
import { speechModelList } from '#lib/speech/engines/models.ts';
import { runtimeWith } from '../test/support/whisper/runtime-with.ts';
import { type Clip, isComposite, recordings, samplesOf } from './recordings.ts';
import { loadSpeech } from './speech-parts.ts';
import { spaced, wordErrors } from './word-errors.ts';

const models = speechModelList.parse(process.argv[2]);
const dir = runtimeWith(models);
const { transcribe } = await loadSpeech(models, dir);

const used = { cpuMs: 0, audioMs: 0 };
const resultOf = async (pcm: Int16Array) => {
  const before = process.cpuUsage();
  const result = mergeResult(await transcribe(pcm), null);
  const { user, system } = process.cpuUsage(before);
  used.cpuMs += (user + system) / 1_000;
  used.audioMs += (1_000 * pcm.length) / sampleRate;
  return result;
};

const all = recordings().filter((clip) => !isComposite(clip));
const clips = [];
for (const clip of all) {
  const { transcript, detectedLanguages } = await resultOf(await samplesOf(clip));
  const errors = wordErrors(spaced(clip.transcript, clip.language), spaced(transcript, clip.language));
  clips.push({
    file: clip.file,
    language: clip.language,
    detected: detectedLanguages[0]?.language ?? null,
    ...errors,
  });
}

// The shortest clip of each language, as loud as each other, with pauses as between people who talk to each other.
const shortest = [...Map.groupBy(all, ({ language }) => language).values()].map((own): Clip | undefined =>
  own.find(({ file }) => file.includes('leopard') || file.includes('quilter')),
);
const chosen = shortest.flatMap((clip) => clip ?? []);
const parts: Int16Array[] = [];
for (const [i, clip] of chosen.entries()) {
  const pcm = await samplesOf(clip);
  const loudest = pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  parts.push(
    pcm.map((sample) => (sample * 16_000) / loudest),
    new Int16Array((0.5 + 0.25 * (i % 5)) * sampleRate),
  );
}
const whole = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
let at = 0;
for (const part of parts) {
  whole.set(part, at);
  at += part.length;
}
const { transcript, detectedLanguages } = await resultOf(whole);
const joined = wordErrors(
  chosen.map((clip) => spaced(clip.transcript, 'ja')).join(' '),
  spaced(transcript, 'ja'),
);
console.log(
  JSON.stringify({
    clips,
    joined: { ...joined, languages: detectedLanguages.length },
    cpuShare: Math.round((1e4 * used.cpuMs) / used.audioMs) / 1e4,
    rssMb: Math.round(process.resourceUsage().maxRSS / 1_024),
  }),
);
rmSync(dir, { recursive: true });
process.exit();
