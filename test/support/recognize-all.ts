import type { SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import type { Recognition, RecognizeOptions, SpeechEngine } from '#lib/speech/engines/engine.ts';
import { recognizeSegments, type RecognizedSpeech } from '#lib/speech/engines/recognize.ts';
import { plainAsk as ask } from './plain-ask.ts';
import { recognition, scriptedEngine } from './scripted-engine.ts';

/** As clear as speech: quiet for half of each 100 ms. */
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

/** A text whose last word ends with the audio. */
export const spoken = (text: string, seconds: number, changes: Partial<Recognition> = {}): Recognition => {
  const { words, ...rest } = recognition(text, changes);
  const endMs = 1_000 * seconds;
  const last = words.length - 1;
  const placed = words.map((word, i) => (i === last ? { ...word, startMs: endMs - 300, endMs } : word));
  return { ...rest, words: placed };
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
