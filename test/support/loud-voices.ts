import { rms, sampleRate } from '#lib/speech/audio/pcm.ts';
import type { VoiceActivity } from '#lib/speech/audio/voice-activity.ts';
import type { DetectedLanguage } from '#lib/speech/engines/engine.ts';
import type { LoadedModels } from '#lib/speech/engines/load-models.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { chanceOf } from './chance.ts';
import { recognition, scriptedEngine } from './scripted-engine.ts';

/**
 * Detects a voice in loud frames. Like a real model it has a slowly changing state, so the caller must keep or warm up the
 * state.
 */
const loudVoices = (): VoiceActivity => ({
  listen: () => {
    let memory = 0;
    return {
      hear: async (frames) =>
        frames.map((frame) => {
          memory = 0.9 * memory + 0.1 * Math.min(1, rms(frame) / 0.05);
          return 0.9 * Math.min(1, rms(frame) / 0.05) + 0.1 * memory;
        }),
    };
  },
  close: async () => undefined,
});

const hashOf = (pcm: Float32Array): number => {
  let hash = pcm.length;
  for (const sample of pcm) hash = (Math.imul(hash, 31) + Math.round(32_768 * sample)) | 0;
  return hash >>> 0;
};

/** An engine whose text contains a hash of the samples, so that the smallest difference changes the text. */
const namingEngine = () =>
  scriptedEngine((pcm, { languageHints: [language = 'en'] }) => {
    const endMs = (1_000 * pcm.length) / sampleRate;
    const heard = recognition(`heard ${hashOf(pcm).toString(36)}`, { language });
    const [first, last] = heard.words;
    const words = first && last ? [first, { ...last, startMs: endMs - 200, endMs }] : [];
    return { ...heard, words };
  });

/** Two models. One of them detects languages, and is certain about half of the samples. */
export const namingModels = (): LoadedModels => {
  const languages = ['en', 'de', 'es'];
  const detectLanguage = async (pcm: Float32Array): Promise<DetectedLanguage> => {
    const hash = hashOf(pcm);
    return { language: languages[hash % 3] ?? '', probability: hash % 2 === 0 ? 0.95 : 0.5 };
  };
  return {
    voiceActivity: loudVoices(),
    models: [
      { model: speechModels['moonshine-tiny'], engine: namingEngine() },
      { model: speechModels['whisper-base'], engine: { ...namingEngine(), detectLanguage } },
    ],
    close: async () => undefined,
  };
};

/**
 * Voices are noise. It is the same in all channels, has the opposite sign in every second channel, or differs in each channel.
 */
const kinds = ['voice', 'opposite voice', 'two voices', 'silence'] as const;
export type Sound = { readonly ms: number; readonly kind: (typeof kinds)[number] };
export const soundKinds: readonly Sound['kind'][] = kinds;

/** Interleaved 16-bit samples of sounds one after the other. */
export const soundBytes = (
  sounds: readonly Sound[],
  { sampleRateHz, channels }: { readonly sampleRateHz: number; readonly channels: number },
): Buffer => {
  const { under } = chanceOf(7);
  const loud = (): number => under(12_000) - 6_000;
  const frameOf: Record<Sound['kind'], (voice: number, channel: number) => number> = {
    voice: (voice) => voice,
    'opposite voice': (voice, channel) => (channel % 2 === 1 ? -voice : voice),
    'two voices': loud,
    silence: () => under(5) - 2,
  };
  const lengths = sounds.map(({ ms }) => Math.round((ms * sampleRateHz) / 1_000));
  const samples = new Int16Array(channels * lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const [sound, { kind }] of sounds.entries())
    for (let frame = 0; frame < (lengths[sound] ?? 0); frame += 1) {
      const voice = loud();
      for (let channel = 0; channel < channels; channel += 1) {
        samples[at] = frameOf[kind](voice, channel);
        at += 1;
      }
    }
  return Buffer.from(samples.buffer);
};
