import { expect, test } from 'vitest';
import { assertHints } from '#lib/domain/transcriptions/assert-hints.ts';

const auto = { model: 'auto', languages: ['en', 'es'] } as const;

test.each([
  [
    'language_hints',
    'language_hints: None of these languages is transcribed here. Leave the hints out, or send one of en, es.',
  ],
  [
    'languages',
    'languages: None of these languages is transcribed here. Leave them out, or send one of en, es.',
  ],
  ['language', 'language: This language is not transcribed here. Leave it out, or send one of en, es.'],
] as const)(
  'a hint in %s that nothing here can serve is refused with what to send instead',
  (path, message) => {
    expect(() => assertHints(['de'], auto, path)).toThrow(message);
  },
);

test('a hint that contradicts the model is refused with the name of the model', () => {
  expect(() => assertHints(['de'], { model: 'moonshine-tiny', languages: ['en'] })).toThrow(
    'language_hints: None of these languages is transcribed by the model moonshine-tiny. Leave the hints out, send another model, or send one of en.',
  );
});

test('one hint that can be served is enough, in any region', () => {
  expect(() => assertHints(['de', 'en-GB'], auto)).not.toThrow();
});
