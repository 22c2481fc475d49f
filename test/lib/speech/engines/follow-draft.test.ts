import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beamSearch, type Hypothesis, tokensOf } from '#lib/speech/engines/beam-search.ts';
import { followDraft } from '#lib/speech/engines/follow-draft.ts';
import { llamaTokenizer } from '#lib/speech/engines/llama-tokens.ts';
import { VocabularyBias } from '#lib/speech/engines/vocabulary-bias.ts';

const vocabularySize = 6;
const endOfText = 5;
const begin = 0;
const tokenLimit = 12;
const plain = new VocabularyBias({ vocabulary: [], context: null }, llamaTokenizer);

/** The logits after a text: arbitrary numbers, but always the same for the same text. */
const logitsAfter = (text: readonly number[], seed: number): Float32Array =>
  Float32Array.from({ length: vocabularySize }, (_, token) => {
    const mixed = [...text, token].reduce((hash, part) => Math.imul(hash ^ (part + 1), 0x01000193), seed);
    return ((mixed >>> 8) % 1_000) / 200;
  });

/** A decoder for one text that counts its runs. */
const countingDecoder = (seed: number) => {
  let text: number[] = [];
  const decoder = {
    runs: 0,
    step: (tokens: readonly number[]) => decoder.append(tokens),
    async append(tokens: readonly number[]) {
      decoder.runs += 1;
      const logits = tokens.map((token) => {
        text.push(token);
        return logitsAfter(text, seed);
      });
      return Float32Array.from(logits.flatMap((row) => Array.from(row)));
    },
    keep(length: number) {
      text = text.slice(0, length);
    },
  };
  return decoder;
};

const search = (seed: number, draft: readonly number[]) => {
  const decoder = countingDecoder(seed);
  const best: Promise<Hypothesis> = beamSearch({
    tokenizer: { vocabularySize, endOfText },
    begin,
    bias: plain,
    tokenLimit,
    width: 1,
    isDraft: true,
    signal: new AbortController().signal,
    step: followDraft(decoder, draft),
  });
  return best.then((text) => ({
    tokens: tokensOf(text).map(({ token }) => token),
    runs: decoder.runs,
    text,
  }));
};

const seeds = fc.integer();
const drafts = fc.array(fc.nat({ max: endOfText - 1 }), { maxLength: 15 });

test('a search along any draft finds what it finds without one', async () => {
  const law = fc.asyncProperty(seeds, drafts, fc.nat({ max: tokenLimit }), async (seed, other, shared) => {
    const without = await search(seed, []);
    const draft = [...without.tokens.slice(0, shared), ...other].filter((token) => token !== endOfText);
    const along = await search(seed, draft);
    expect(along.text).toEqual(without.text);
    expect(along.runs).toBeLessThanOrEqual(without.runs);
  });
  await fc.assert(law);
});

test('a text that its draft foretold takes two runs, one for the first token', async () => {
  const law = fc.asyncProperty(seeds, async (seed) => {
    const { tokens } = await search(seed, []);
    const draft = tokens.filter((token) => token !== endOfText);
    expect((await search(seed, draft)).runs).toBe(draft.length > 0 ? 2 : 1);
  });
  await fc.assert(law);
});
