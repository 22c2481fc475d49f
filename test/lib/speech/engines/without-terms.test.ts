import { expect, test } from 'vitest';
import { recognizeSegments } from '#lib/speech/engines/recognize.ts';
import { plainAsk } from '../../../support/plain-ask.ts';
import { recognizeAll, segment, spoken } from '../../../support/recognize-all.ts';
import { recognition, scriptedEngine } from '../../../support/scripted-engine.ts';

test.each([
  ['vocabulary', { vocabulary: ['Sintra'] }],
  ['a context', { context: 'A trip to Sintra' }],
])('speech that is not understood because of %s is recognized without it', async (_, terms) => {
  const engine = scriptedEngine(({ length }, { vocabulary, context }) =>
    vocabulary.length === 0 && context === null
      ? spoken('in the centre', length / 16_000)
      : spoken('in the Sintra', length / 16_000, { meanLogProb: -0.9 }),
  );
  const { segments, unrecognizedMs } = await recognizeSegments(engine, [segment], { ...plainAsk, ...terms });
  expect([segments.map(({ text }) => text), unrecognizedMs]).toEqual([['in the centre'], 0]);
});

test('noise is heard no second time without vocabulary', async () => {
  let calls = 0;
  await recognizeAll(() => {
    calls += 1;
    return recognition('I am', { meanLogProb: -1.2 });
  });
  expect(calls).toBe(1);
});
