import { rms, sampleRate } from '#lib/speech/audio/pcm.ts';
import type { VoiceActivity } from '#lib/speech/audio/voice-activity.ts';
import type { LoadedModels } from '#lib/speech/engines/load-models.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { chanceOf } from './chance.ts';
import { recognition, scriptedEngine } from './scripted-engine.ts';

/** Hears a voice where it is loud. Its state is slow, as that of a real model, so that it must be kept or warmed up. */
const loudVoices = (): VoiceActivity => ({
  listen: () => {
    let memory = 0;
    return {
      next: async (frame) => {
        memory = 0.9 * memory + 0.1 * Math.min(1, rms(frame) / 0.05);
        return 0.9 * Math.min(1, rms(frame) / 0.05) + 0.1 * memory;
      },
    };
  },
  close: async () => undefined,
});

/** A model whose text names the very samples that it hears, so that another text shows the smallest difference. */
export const namingModel = (): LoadedModels => ({
  voiceActivity: loudVoices(),
  models: [
    {
      model: speechModels['moonshine-tiny'],
      engine: scriptedEngine((pcm) => {
        let hash = pcm.length;
        for (const sample of pcm) hash = (Math.imul(hash, 31) + Math.round(32_768 * sample)) | 0;
        const endMs = (1_000 * pcm.length) / sampleRate;
        const text = `heard ${(hash >>> 0).toString(36)}`;
        const [first, last] = recognition(text).words;
        const words = first && last ? [first, { ...last, startMs: endMs - 200, endMs }] : [];
        return { ...recognition(text), words };
      }),
    },
  ],
  close: async () => undefined,
});

/** A voice or silence of this length. */
export type Sound = { readonly ms: number; readonly isVoice: boolean };

/** Interleaved 16-bit samples of sounds one after the other. Voices are noise that differs at each moment. */
export const soundBytes = (
  sounds: readonly Sound[],
  { sampleRateHz, channels }: { readonly sampleRateHz: number; readonly channels: number },
): Buffer => {
  const { under } = chanceOf(7);
  const samples = sounds.flatMap(({ ms, isVoice }) =>
    Array.from({ length: Math.round((ms * sampleRateHz) / 1_000) * channels }, () =>
      isVoice ? under(12_000) - 6_000 : under(5) - 2,
    ),
  );
  return Buffer.from(Int16Array.from(samples).buffer);
};
