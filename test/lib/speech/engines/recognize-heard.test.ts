import { expect, test } from 'vitest';
import type { HeardSpeech, SpeechSegment } from '#lib/speech/audio/find-speech.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { type ChunkOptions, recognizeHeard } from '#lib/speech/engines/recognize-heard.ts';
import { plainAsk } from '../../../support/plain-ask.ts';
import { sound, spoken } from '../../../support/recognize-all.ts';
import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';

const sample = { en: 1, es: 2 } as const;
type Language = keyof typeof sample;

/** Six seconds of speech for each language, as one segment or stretch each. The first sample tells the language. */
const chunkIn = (...languages: readonly Language[]) => {
  const all = languages.map((language, i): SpeechSegment => {
    const startMs = 7_000 * i;
    const pcm = Int16Array.from({ length: 96_000 }, (_, at) => (at === 0 ? sample[language] : sound(at)));
    const span = { startMs, endMs: startMs + 6_000 };
    return { ...span, padMs: 0, pcm, voiced: [span] };
  });
  const segments: HeardSpeech['segments'] = (_, within) =>
    all.filter(({ startMs, endMs }) => !within || (startMs >= within.startMs && endMs <= within.endMs));
  return { heard: { segments }, span: { startMs: 0, endMs: 7_000 * languages.length } };
};

/** Moonshine, which is sure of English only, beside Whisper. `asked` has what each was asked. */
const twoModels = () => {
  const asked: string[] = [];
  const languageOf = (pcm: Float32Array): Language =>
    Math.round((pcm[0] ?? 0) * 32_768) === sample.es ? 'es' : 'en';
  const text = (language: Language) => spoken(`some ${language}`, 6, { language, meanLogProb: -0.05 });
  const english = scriptedEngine((pcm) => {
    asked.push(`moonshine: ${languageOf(pcm)}`);
    return languageOf(pcm) === 'en' ? text('en') : recognition('sum s', { meanLogProb: -0.9 });
  });
  const wide = scriptedEngine((pcm, { language = 'any' }) => {
    asked.push(`whisper: ${languageOf(pcm)} as ${language}`);
    return text(languageOf(pcm));
  });
  const whisper = {
    ...wide,
    capabilities: { ...wide.capabilities, detectsLanguage: true },
    detectLanguage: async (pcm: Float32Array) => {
      asked.push('whisper: which language');
      return { language: languageOf(pcm), probability: 0.97 };
    },
  };
  const models = [
    { model: speechModels['moonshine-tiny'], engine: english },
    { model: speechModels['whisper-base'], engine: whisper },
  ];
  const recognize = async (languages: readonly Language[], changes: Partial<ChunkOptions> = {}) => {
    const { segments } = await recognizeHeard(chunkIn(...languages), models, {
      ...plainAsk,
      model: 'auto',
      ...changes,
    });
    return segments.map(({ text: found, model }) => `${found} by ${model}`);
  };
  return { asked, recognize };
};

test('each stretch of speech is recognized by the first model of its language, which is told the language', async () => {
  const { asked, recognize } = twoModels();
  expect(await recognize(['en', 'es'])).toEqual(['some en by moonshine-tiny', 'some es by whisper-base']);
  expect(asked.filter((one) => one.startsWith('whisper: es'))).toEqual(['whisper: es as es']);
});

test('speech in one language is heard as a whole by a model that detects languages, which is not told one', async () => {
  const { asked, recognize } = twoModels();
  expect(await recognize(['es', 'es'])).toEqual(['some es by whisper-base', 'some es by whisper-base']);
  expect(asked.filter((one) => one.startsWith('whisper: es'))).toEqual(Array(2).fill('whisper: es as any'));
});

test('English alone needs one look at its language, and no text of the wider model', async () => {
  const { asked, recognize } = twoModels();
  expect(await recognize(['en', 'en'])).toEqual(Array(2).fill('some en by moonshine-tiny'));
  expect(asked).toEqual(['whisper: which language', 'moonshine: en', 'moonshine: en']);
});

test('a model that the job names, or the only one for its hint, gets all of the speech', async () => {
  const named = twoModels();
  expect(await named.recognize(['en', 'es'], { model: 'whisper-base' })).toEqual([
    'some en by whisper-base',
    'some es by whisper-base',
  ]);
  const hinted = twoModels();
  expect(await hinted.recognize(['es'], { languageHints: ['es-MX'] })).toEqual(['some es by whisper-base']);
  expect(hinted.asked).toEqual(['whisper: es as any']);
});

test('speech in a language that a model detects is recognized by it, also if its list lacks the language', async () => {
  const span = { startMs: 0, endMs: 4_000 };
  const segment: SpeechSegment = {
    ...span,
    padMs: 0,
    pcm: new Int16Array(64_000).fill(8_000),
    voiced: [span],
  };
  const engine = {
    ...scriptedEngine(() => recognition('heard', { language: 'xx' })),
    detectLanguage: async () => ({ language: 'xx', probability: 0.99 }),
  };
  const heard = { segments: () => [segment] };
  const models = [{ model: speechModels['whisper-base'], engine }];
  const speech = await recognizeHeard({ heard, span }, models, { ...plainAsk, model: 'auto' });
  expect(new Set(speech.segments.map(({ text }) => text))).toEqual(new Set(['heard']));
});
