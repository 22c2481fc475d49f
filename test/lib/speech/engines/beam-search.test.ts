import { expect, test } from 'vitest';
import { beamSearch, type Hypothesis, type Search } from '#lib/speech/engines/beam-search.ts';
import { beginOfText, endOfText, llamaTokenizer } from '#lib/speech/engines/llama-tokens.ts';
import { VocabularyBias } from '#lib/speech/engines/vocabulary-bias.ts';

const { vocabularySize } = llamaTokenizer;

/** Next-token probabilities after a text. The rest is spread over all other tokens. */
type Model = (text: readonly number[]) => ReadonlyMap<number, number>;

const logitsOf = (likely: ReadonlyMap<number, number>): Float32Array => {
  const rest = 1 - [...likely.values()].reduce((sum, p) => sum + p, 0);
  const logits = new Float32Array(vocabularySize).fill(Math.log(rest / vocabularySize));
  for (const [token, p] of likely) logits[token] = Math.log(p);
  return logits;
};

/** Runs a model like the real decoder, which identifies texts only by their rows. */
const search = (model: Model, changes: Partial<Search> = {}): Promise<Hypothesis> => {
  let texts: number[][] = [[]];
  return beamSearch({
    tokenizer: llamaTokenizer,
    begin: beginOfText,
    bias: biasOf([]),
    tokenLimit: 20,
    width: 3,
    isDraft: false,
    signal: new AbortController().signal,
    step: async (tokens, rows) => {
      texts = tokens.map((token, i) => [...(texts[rows[i] ?? 0] ?? []), token]);
      const logits = new Float32Array(texts.length * vocabularySize);
      texts.forEach((text, i) => logits.set(logitsOf(model(text.slice(1))), i * vocabularySize));
      return logits;
    },
    ...changes,
  });
};
const biasOf = (vocabulary: readonly string[]): VocabularyBias =>
  new VocabularyBias({ vocabulary, context: null }, llamaTokenizer);
const tokensOf = (best: Hypothesis): number[] => (best.parent ? [...tokensOf(best.parent), best.token] : []);
const textOf = (best: Hypothesis): string => llamaTokenizer.decode(tokensOf(best)).trim();

/** A model that knows only these sentences, with their probabilities. */
const knows = (sentences: Readonly<Record<string, number>>): Model => {
  const all = Object.entries(sentences).map(([text, p]) => ({
    tokens: [...llamaTokenizer.encode(text), endOfText],
    p,
  }));
  return (prefix) => {
    const open = all.filter(({ tokens }) => prefix.every((token, i) => tokens[i] === token));
    const total = open.reduce((sum, { p }) => sum + p, 0);
    const likely = new Map<number, number>();
    for (const { tokens, p } of open) {
      const next = tokens[prefix.length];
      if (next !== undefined) likely.set(next, (likely.get(next) ?? 0) + (0.95 * p) / total);
    }
    return likely;
  };
};

test('beam search finds the most likely text even if its beginning is less likely', async () => {
  const best = await search(knows({ 'the cat': 0.25, 'the dog': 0.2, 'the cow': 0.2, 'a whale': 0.35 }));
  expect(textOf(best)).toBe('a whale');
});

test.each([
  ['a second text that may still win is kept', 0.1, 2],
  ['a text much less likely than the likeliest leaves the beam', 0.02, 1],
])('%s', async (_, p, rows) => {
  const model = knows({ 'the conquest of the world': 1 - p, 'an orange on the table': p });
  let askedAfterTwo = 0;
  const counting: Model = (text) => {
    if (text.length === 2) askedAfterTwo += 1;
    return model(text);
  };
  expect(textOf(await search(counting))).toBe('the conquest of the world');
  expect(askedAfterTwo).toBe(rows);
});

test('a beam of one text follows the most likely beginning', async () => {
  const sentences = { 'the cat': 0.25, 'the dog': 0.2, 'the cow': 0.2, 'a whale': 0.35 };
  const best = await search(knows(sentences), { width: 1 });
  expect(textOf(best)).toBe('the cat');
});

test.each([
  [3, 'the cat'],
  [4, 'a whale'],
])('a beam of %i texts finds "%s"', async (width, text) => {
  const sentences = {
    'the cat': 0.2,
    'the dog': 0.1,
    'one ox': 0.13,
    'one ape': 0.12,
    'two bees': 0.12,
    'two ants': 0.12,
    'a whale': 0.21,
  };
  expect(textOf(await search(knows(sentences), { width }))).toBe(text);
});

test('the log-probabilities of a hypothesis are those of the model', async () => {
  const best = await search(knows({ yes: 1 }));
  expect(best.sum).toBeCloseTo(best.length * Math.log(0.95), 4);
  expect(best.token).toBe(endOfText);
});

test('log-probabilities are exact wherever the other logits are', async () => {
  const logits = Float32Array.from({ length: vocabularySize }, (_, i) => -25 * ((i * 0.618_034) % 1));
  const sum = logits.reduce((total, logit) => total + Math.exp(logit), 0);
  const best = await search(knows({}), { tokenLimit: 1, step: async () => logits });
  expect(best.sum).toBeCloseTo(-Math.log(sum), 6);
});

test('the search continues while open texts beat the ended ones', async () => {
  const words = llamaTokenizer.encode('one two three four five six seven');
  const best = await search((text) => {
    const next = words[text.length];
    return next === undefined
      ? new Map([[endOfText, 0.99]])
      : new Map([
          [next, 0.98],
          [endOfText, 0.015],
        ]);
  });
  expect(textOf(best)).toBe('one two three four five six seven');
});

test('a text at the token limit has no end token', async () => {
  const [word = 0] = llamaTokenizer.encode('ha');
  const best = await search(() => new Map([[word, 0.9]]), { tokenLimit: 5 });
  expect(tokensOf(best)).toEqual([word, word, word, word, word]);
});

test('a vocabulary term wins over a text that is more likely without the bias', async () => {
  const model = knows({ 'the conquest': 0.97, 'the Chromecast': 0.03 });
  expect(textOf(await search(model))).toBe('the conquest');
  expect(textOf(await search(model, { bias: biasOf(['Chromecast']) }))).toBe('the Chromecast');
});

test('a term that was not spoken does not appear', async () => {
  const best = await search(knows({ 'the conquest': 1 }), {
    bias: biasOf(['Chromecast', 'Sintra']),
  });
  expect(textOf(best)).toBe('the conquest');
});

test('a term that the model would repeat to the end does not win over what was spoken', async () => {
  const [ha = 0] = llamaTokenizer.encode('ha');
  const sentence = 'ask not what your country can do for you';
  const spoken = knows({ [sentence]: 1 });
  const model: Model = (text) => {
    if (text.length === 0) return new Map([...spoken(text), [ha, 0.04]]);
    return text[0] === ha ? new Map([[ha, 0.9]]) : spoken(text);
  };
  expect(textOf(await search(model, { bias: biasOf(['ha']) }))).toBe(sentence);
});

test('the bonus does not count as log-probability', async () => {
  const model = knows({ 'the conquest': 0.97, 'the Chromecast': 0.03 });
  const best = await search(model, { bias: biasOf(['Chromecast']) });
  expect(best.sum).toBeLessThan(Math.log(0.03));
});

test.each([
  ['an abort stops the search before its next step', 20],
  ['a search that is aborted in its last step returns no text', 1],
])('%s', async (_, tokenLimit) => {
  const abort = new AbortController();
  let steps = 0;
  const running = search(knows({ 'one two three four': 1 }), {
    tokenLimit,
    signal: abort.signal,
    step: async (tokens) => {
      steps += 1;
      abort.abort(new Error('enough'));
      return new Float32Array(tokens.length * vocabularySize);
    },
  });
  await expect(running).rejects.toThrow('enough');
  expect(steps).toBe(1);
});

/** A model that ends at once with the probability `atOnce`. Otherwise it writes these words, each with the probability `p`. */
const hesitant = (atOnce: number, text: string, p: number): Model => {
  const tokens = llamaTokenizer.encode(text);
  return (prefix) => {
    const next = tokens[prefix.length] ?? endOfText;
    return prefix.length === 0
      ? new Map([
          [endOfText, atOnce],
          [next, 0.95 - atOnce],
        ])
      : new Map([[next, p]]);
  };
};

test('an unlikely end at once does not win over an unsure text', async () => {
  expect(textOf(await search(hesitant(0.35, 'she works by the sea', 0.2)))).toBe('she works by the sea');
});

test('an end at once that is likelier than all words means that there are no words', async () => {
  expect(tokensOf(await search(hesitant(0.51, "don't", 0.9)))).toEqual([endOfText]);
  expect(textOf(await search(hesitant(0.49, "don't", 0.9)))).toBe("don't");
});

test('a draft has no words only where the model hardly doubts it', async () => {
  const draft = (atOnce: number) => search(hesitant(atOnce, 'she works', 0.9), { isDraft: true });
  expect(textOf(await draft(0.8))).toBe('she works');
  expect(tokensOf(await draft(0.92))).toEqual([endOfText]);
});
