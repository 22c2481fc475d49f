import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endOfText, llamaTokenizer as tokenizer } from '#lib/speech/engines/llama-tokens.ts';
import {
  type BiasState,
  bonusPerToken,
  lastBias,
  VocabularyBias,
} from '#lib/speech/engines/vocabulary-bias.ts';

const biasOf = (...vocabulary: string[]): VocabularyBias =>
  new VocabularyBias({ vocabulary, context: null }, tokenizer);
const after = (bias: VocabularyBias, tokens: readonly number[]): BiasState =>
  tokens.reduce((state, token) => bias.advance(state, token), bias.start);
const earned = (bias: VocabularyBias, ...texts: string[]): number =>
  after(bias, [...texts.flatMap((text) => tokenizer.encode(text)), endOfText]).earned;
const worth = (term: string): number => bonusPerToken.vocabulary * tokenizer.encode(term).length;

/** What a text earns that is written without spaces. */
const earnedUnspaced = (bias: VocabularyBias, text: string): number =>
  after(bias, [...tokenizer.encode(text, false), endOfText]).earned;

const chromecast = tokenizer.encode('Chromecast');
const [nextWord = 0] = tokenizer.encode('is');

test('a term earns 1.5 per token once its last word ends', () => {
  const bias = biasOf('Chromecast');
  const full = 1.5 * chromecast.length;
  expect(after(bias, chromecast)).toMatchObject({ earned: 0, provisional: full });
  expect(after(bias, [...chromecast, nextWord])).toMatchObject({ earned: full, provisional: 0 });
  expect(after(bias, [...chromecast, endOfText])).toMatchObject({ earned: full, provisional: 0 });
});

test('a bias is made anew for another vocabulary or context only', () => {
  const of = lastBias(tokenizer);
  const terms = { vocabulary: ['Chromecast'], context: null };
  const first = of(terms);
  expect(of({ ...terms })).toBe(first);
  expect(of({ ...terms, context: 'A call about Zorbquil.' })).not.toBe(first);
  expect(earned(of({ ...terms, vocabulary: ['Zorbquil'] }), 'play Chromecast now')).toBe(0);
});

test('a recognition without terms does not make the bias of the terms anew', () => {
  const of = lastBias(tokenizer);
  const terms = { vocabulary: ['Chromecast'], context: null };
  const first = of(terms);
  expect(earned(of({ vocabulary: [], context: null }), 'play Chromecast now')).toBe(0);
  expect(of(terms)).toBe(first);
});

test('more terms lower the bonus of each word', () => {
  const others = Array.from({ length: 99 }, (_, i) => `Zorbquil${i}`);
  const among = (term: string): number => earned(biasOf(term, ...others), `play ${term} now`);
  expect(earned(biasOf('Tchaikovsky'), 'play Tchaikovsky now')).toBe(worth('Tchaikovsky'));
  expect(among('Tchaikovsky')).toBeCloseTo(Math.log(2000 / 100), 6);
  expect(among('Tchaikovsky Rachmaninoff')).toBeCloseTo(2 * Math.log(2000 / 100), 6);
});

test('a term that a text repeats earns half as much each time', () => {
  expect(earned(biasOf('Chromecast'), 'Chromecast and Chromecast, Chromecast')).toBe(
    1.75 * worth('Chromecast'),
  );
  expect(earned(biasOf('Chromecast', 'Sintra'), 'Sintra Chromecast Sintra')).toBe(
    worth('Chromecast') + 1.5 * worth('Sintra'),
  );
});

test('another spelling of a term counts as its repetition', () => {
  const [whole, repeated] = ['Chromecast', 'chromecast'].map((text) => earned(biasOf('Chromecast'), text));
  expect(earned(biasOf('Chromecast'), 'Chromecast and chromecast')).toBe((whole ?? 0) + (repeated ?? 0) / 2);
});

test.each([
  ['東京', '私は東京に住む'],
  ['カタカナ', 'このカタカナを'],
  ['กรุงเทพ', 'ในกรุงเทพมหานคร'],
])('%s is found inside a text without spaces', (term, text) => {
  expect(earnedUnspaced(biasOf(term), text)).toBeGreaterThan(0);
  expect(earnedUnspaced(biasOf(term), text.replace(term, ''))).toBe(0);
});

test('a Korean term is found with a particle behind it, but not inside a word', () => {
  expect(earned(biasOf('서울'), '저는 서울에 삽니다')).toBe(worth('서울'));
  expect(earned(biasOf('서울'), '저는 북서울 삽니다')).toBe(0);
});

test('an unfinished term loses its provisional bonus', () => {
  const bias = biasOf('Chromecast');
  const begun = chromecast.slice(0, 2);
  expect(after(bias, begun)).toMatchObject({ earned: 0, provisional: 3 });
  expect(after(bias, [...begun, nextWord])).toMatchObject({ earned: 0, provisional: 0 });
});

test('the beginning of a longer word does not count as the term', () => {
  const [suffix = 0] = chromecast.slice(-1);
  expect(after(biasOf('Chrome'), [...tokenizer.encode('Chrome'), suffix, nextWord]).earned).toBe(0);
});

test.each([
  ['iPhone', 'my iPhone is'],
  ["O'Neill", "says O'Neill to"],
  ['K8s', 'run K8s now'],
  ['GPT-4', 'ask GPT-4 that'],
  ['SQL', 'in SQL.'],
  ['Chromecast', 'Chromecast'],
  ['New York', 'to New York, then'],
  ['📦 Boxful', 'the 📦 Boxful app'],
  ['東京', 'in 東京 now'],
])('%s is found wherever it stands in a text', (term, text) => {
  expect(earned(biasOf(term), text)).toBe(worth(term));
});

describe('overlapping terms', () => {
  const times = biasOf('New York', 'New York Times');
  test('the longest of overlapping terms counts', () => {
    expect(earned(times, 'the New York Times said')).toBe(worth('New York Times'));
  });

  test.each(['New York Timid', 'New York', 'New York is'])(
    'the shorter of overlapping terms counts in "%s"',
    (text) => {
      expect(earned(times, text)).toBe(worth('New York'));
    },
  );

  test('a term inside another unfinished term counts', () => {
    expect(earned(biasOf('New York Times', 'York City'), 'New York City')).toBe(worth('York City'));
    expect(earned(biasOf('New York'), 'New New York')).toBe(worth('New York'));
  });

  test('no word counts for two terms', () => {
    expect(earned(biasOf('New York', 'York City'), 'New York City')).toBe(worth('New York'));
  });
});

test.each(["Chromecast's", 'Chromecasts', 'Chromecast,', 'Chromecast-like'])(
  '"%s" has the term in it, and is worth no more',
  (text) => {
    expect(earned(biasOf('Chromecast'), `the ${text} is`)).toBe(worth('Chromecast'));
  },
);

test('a term counts at the start of a sentence, and in any case if it is rare', () => {
  const spellings = ['sertraline', 'Sertraline', 'SERTRALINE'];
  for (const term of spellings)
    for (const written of spellings.slice(0, 2)) expect(earned(biasOf(term), written)).toBeGreaterThan(0);
  expect(earned(biasOf('US'), 'tell us')).toBe(0);
  expect(earned(biasOf('Apple'), 'an apple')).toBe(0);
});

test('term tokens are those that continue a term, and none without terms', () => {
  const bias = biasOf('Chromecast');
  const [first = 0, second = 0] = chromecast;
  expect([...bias.termTokens(after(bias, [first]))]).toContain(second);
  for (const empty of [biasOf(), biasOf('', '  ')]) expect([...empty.termTokens(empty.start)]).toEqual([]);
});

test('a name in the context earns less than a vocabulary term', () => {
  const context = 'They will talk about the Chromecast tonight.';
  const ofContext = new VocabularyBias({ vocabulary: [], context }, tokenizer);
  const ofBoth = new VocabularyBias({ vocabulary: ['Chromecast'], context }, tokenizer);
  expect(earned(ofContext, 'a Chromecast is')).toBe(bonusPerToken.context * chromecast.length);
  expect(earned(ofContext, 'they talk')).toBe(0);
  expect(earned(ofBoth, 'a Chromecast is')).toBe(worth('Chromecast'));
});

describe('for any terms and texts', () => {
  const vocabulary = 'Alva Berg Corvin Dune Elm Fjord Grau Hale Iris Jura'.split(' ');
  const aName = fc.constantFrom(...vocabulary);
  const aTerm = fc.array(aName, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const terms = fc.uniqueArray(aTerm, { maxLength: 8 });
  const fillers = 'and the of is a went over small'.split(' ');
  const aText = fc.array(fc.constantFrom(...vocabulary, ...fillers), { maxLength: 12 });

  /** The bonus by definition: from left to right, the longest term at each position, each time half of the time before. */
  const expected = (wanted: readonly string[], text: readonly string[]): number => {
    const found: string[] = [];
    let sum = 0;
    for (let words = text; words.length > 0;) {
      const [here = ''] = wanted
        .filter((term) => term.split(' ').every((word, i) => word === words[i]))
        .toSorted((one, other) => other.length - one.length);
      if (here !== '') sum += worth(here) / 2 ** found.filter((one) => one === here).length;
      found.push(here);
      words = words.slice(here.split(' ').length);
    }
    return sum;
  };

  test('a text earns exactly the bonuses of the terms in it', () => {
    fc.assert(
      fc.property(terms, aText, (wanted, words) => {
        expect(earned(biasOf(...wanted), ...words)).toBeCloseTo(expected(wanted, words), 6);
      }),
    );
  });

  test('a text without terms earns nothing', () => {
    const anyToken = fc.integer({ min: 0, max: 32_767 });
    fc.assert(
      fc.property(fc.array(anyToken, { maxLength: 30 }), (tokens) => {
        const state = after(biasOf('Przybylski Oyelaran'), [...tokens, endOfText]);
        expect(state).toMatchObject({ earned: 0, provisional: 0 });
      }),
    );
  });

  test('the earned bonus never falls, and the provisional bonus never exceeds the best term', () => {
    fc.assert(
      fc.property(terms, aText, (wanted, words) => {
        const bias = biasOf(...wanted);
        const most = Math.max(0, ...wanted.map(worth));
        let state = bias.start;
        for (const token of words.flatMap((word) => tokenizer.encode(word))) {
          const next = bias.advance(state, token);
          expect(next.earned).toBeGreaterThanOrEqual(state.earned);
          expect(next.provisional).toBeLessThanOrEqual(most);
          state = next;
        }
      }),
    );
  });

  test('the order of the terms does not matter', () => {
    fc.assert(
      fc.property(terms, aText, (wanted, words) => {
        expect(earned(biasOf(...wanted.toReversed()), ...words)).toBe(earned(biasOf(...wanted), ...words));
      }),
    );
  });
});
