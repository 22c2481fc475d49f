import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languageProbabilities } from '#lib/speech/engines/whisper-logits.ts';

const tokens = new Map([
  ['en', 0],
  ['es', 1],
  ['pt', 2],
]);
const logitsOf = (en: number, es: number, pt: number): Float32Array => Float32Array.of(en, es, pt);
const odds = (probabilities: ReadonlyMap<string, number>, one: string, other: string): number =>
  (probabilities.get(one) ?? 0) / (probabilities.get(other) ?? 0);

test('the language before has ten times its odds, and the others have theirs', () => {
  const logit = fc.float({ min: -8, max: 8, noNaN: true });
  fc.assert(
    fc.property(logit, logit, logit, (...logits) => {
      const heard = languageProbabilities(tokens, logitsOf(...logits));
      const after = languageProbabilities(tokens, logitsOf(...logits), 'es');
      expect(odds(after, 'es', 'pt') / odds(heard, 'es', 'pt')).toBeCloseTo(10, 6);
      expect(odds(after, 'en', 'pt') / odds(heard, 'en', 'pt')).toBeCloseTo(1, 6);
      expect(after.values().reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 6);
    }),
  );
});

test('speech that may be of two languages goes on in the one before, and clear speech does not', () => {
  const likeliest = (logits: Float32Array): string | undefined =>
    languageProbabilities(tokens, logits, 'es').keys().next().value;
  const unclear = logitsOf(0, 5, 6);
  expect(languageProbabilities(tokens, unclear).keys().next().value).toBe('pt');
  expect(likeliest(unclear)).toBe('es');
  expect(likeliest(logitsOf(0, 5, 10))).toBe('pt');
});
