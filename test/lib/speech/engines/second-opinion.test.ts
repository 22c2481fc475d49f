import { expect, test } from 'vitest';
import type { Recognition } from '#lib/speech/engines/engine.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { withSecondOpinion } from '#lib/speech/engines/second-opinion.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';
import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';

/** The result for a text of the small model, and for the wider model's text if that model is asked. */
const chosen = async (first: Recognition, second?: Recognition) => {
  let asked = 0;
  const wider = scriptedEngine((_, options) => {
    asked += 1;
    expect(options).toMatchObject({ languageHints: [], translateTo: null, isSecondOpinion: true });
    return second ?? recognition('The wider text.');
  });
  const engine = withSecondOpinion(
    scriptedEngine(() => first),
    { model: speechModels['whisper-base'], engine: wider },
  );
  const { text, model } = await engine.recognize(new Float32Array(16), {
    ...ask,
    languageHints: ['en'],
    translateTo: 'en',
  });
  return { text, model, asked };
};
const doubted = recognition('The small text.', { meanLogProb: -0.3 });

test('the likelier text of two wins where the small model is unsure, and names its model', async () => {
  const surer = recognition('The wider text.', { meanLogProb: -0.15 });
  expect(await chosen(doubted, surer)).toEqual({ text: 'The wider text.', model: 'whisper-base', asked: 1 });
  const lessSure = recognition('The wider text.', { meanLogProb: -0.4 });
  expect(await chosen(doubted, lessSure)).toMatchObject({ text: 'The small text.', asked: 1 });
});

test.each([
  ['sure text', { meanLogProb: -0.19 }],
  ['text that is noise or another language', { meanLogProb: -0.8 }],
  ['silence', { text: '', meanLogProb: -0.3 }],
])('the wider model is not asked about %s', async (_, changes) => {
  const first = recognition('The small text.', changes);
  expect(await chosen(first)).toMatchObject({ text: first.text, asked: 0 });
});

test.each([
  ['in another language', { language: 'de' }],
  ['cut short', { complete: false }],
  ['in a loop', { text: 'and so it goes on '.repeat(5) }],
  ['empty', { text: '' }],
  ['its own echo', { text: 'The small text. The small text.' }],
])('a second text that is %s is not taken, however likely', async (_, changes) => {
  const second = recognition('The wider text.', { meanLogProb: -0.05, ...changes });
  expect(await chosen(doubted, second)).toMatchObject({ text: 'The small text.', asked: 1 });
});

test('a likelier second text that ends in an echo is taken if the first one does, too', async () => {
  const first = recognition('No no no.', { meanLogProb: -0.3 });
  const second = recognition('Oh, no no no.', { meanLogProb: -0.1 });
  expect(await chosen(first, second)).toMatchObject({ text: second.text });
});
