import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import type { Recognition, RecognizeOptions, SpeechEngine } from '#lib/speech/engines/engine.ts';
import { recognizeSegments, type RecognizedSpeech } from '#lib/speech/engines/recognize.ts';
import { plainAsk as ask } from './plain-ask.ts';
import { recognition, scriptedEngine } from './scripted-engine.ts';

/** Sound that seems clear speech, because half of each 100 ms is quiet. */
export const sound = (i: number): number => (i % 200) * (i % 1_600 < 800 ? 2 : 40);
/** Eight seconds of sound from second 20 of the file, with a short silence in the middle. */
export const segment: SpeechSegment = {
  startMs: 20_000,
  endMs: 27_600,
  padMs: 200,
  pcm: Int16Array.from({ length: 8 * 16_000 }, (_, i) => (Math.abs(i - 60_000) < 600 ? 0 : sound(i))),
  voiced: [{ startMs: 20_000, endMs: 27_600 }],
};
/** The first part of the segment. */
export const shortened = (ms: number): SpeechSegment => {
  const span = { startMs: segment.startMs, endMs: segment.startMs + ms };
  return { ...segment, ...span, pcm: segment.pcm.slice(0, 16 * (200 + ms)), voiced: [span] };
};

export const fillingWord = 'mmmmmmmmmm';

/** A text whose words fill the audio: the last word ends at the end of the audio, and long words fill the time before it. */
export const spoken = (text: string, seconds: number, changes: Partial<Recognition> = {}): Recognition => {
  const { words, ...rest } = recognition(text, changes);
  const endMs = 1_000 * seconds;
  const lastMs = endMs - 300;
  const before = words.slice(0, -1);
  const filledMs = before.at(-1)?.endMs ?? 0;
  const filling = Array.from({ length: Math.max(0, Math.floor((lastMs - filledMs) / 1_000)) }, (_, i) => {
    const startMs = filledMs + 1_000 * i;
    return { text: fillingWord, startMs, endMs: startMs + 1_000, confidence: 0.9 };
  });
  const last = words.slice(-1).map((word) => ({ ...word, startMs: lastMs, endMs }));
  return { ...rest, words: [...before, ...filling, ...last] };
};

export type Answer = (seconds: number, options: RecognizeOptions) => Recognition;
export type Abilities = Partial<SpeechEngine['capabilities']>;
export const recognizeAll = (
  answer: Answer,
  segments: readonly SpeechSegment[] = [segment],
  abilities: Abilities = {},
): Promise<RecognizedSpeech> => {
  const engine = scriptedEngine((pcm, options) => answer(pcm.length / 16_000, options));
  const capabilities = { ...engine.capabilities, ...abilities };
  return recognizeSegments({ ...engine, capabilities }, segments, ask);
};
export const multilingual: Abilities = { languages: ['en', 'de'], detectsLanguage: true };
export const spansOf = ({ segments }: RecognizedSpeech) =>
  segments.map(({ text, startMs, endMs }) => [text, startMs, endMs]);
export const figuresOf = ({ segments: _segments, ...figures }: RecognizedSpeech) => figures;
