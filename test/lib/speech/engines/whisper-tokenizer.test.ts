import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { languagesOf, readPrompts } from '#lib/speech/engines/whisper-prompt.ts';
import { readTokenizer, type WhisperTokenizer } from '#lib/speech/engines/whisper-tokenizer.ts';
import {
  endOfText,
  marker,
  tokenizerJson,
  tokenOf,
  vocabularySize,
} from '../../../support/whisper/vocabulary.ts';
import { testFolder } from '../../../support/test-folder.ts';

const dir = testFolder();
const read = (json: object): Promise<WhisperTokenizer> => {
  writeFileSync(join(dir, 'tokenizer.json'), JSON.stringify(json));
  return readTokenizer(join(dir, 'tokenizer.json'), vocabularySize);
};
let tokenizer: WhisperTokenizer;
beforeAll(async () => {
  tokenizer = await read(tokenizerJson);
});

describe('the tokenizer', () => {
  test('text in any script decodes to itself, with a leading space unless it is unspaced', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        expect(tokenizer.decode(tokenizer.encode(text))).toBe(` ${text}`);
        expect(tokenizer.decode(tokenizer.encode(text, false))).toBe(text);
      }),
    );
  });

  test('pairs are merged by priority within words', () => {
    expect(tokenizer.encode('good morning')).toEqual([tokenOf(' good'), tokenOf(' morning')]);
    expect(tokenizer.encode('goodx')).toEqual([tokenOf(' good'), ...tokenizer.encode('x').slice(1)]);
  });

  test('older files with merges as single strings give the same tokens', async () => {
    const { vocab, merges } = tokenizerJson.model;
    const older = { ...tokenizerJson, model: { vocab, merges: merges.map((pair) => pair.join(' ')) } };
    expect((await read(older)).encode('good morning')).toEqual(tokenizer.encode('good morning'));
  });

  test('special tokens have no text', () => {
    expect(tokenizer.decode([marker('startoftranscript'), tokenOf(' good'), endOfText])).toBe(' good');
  });

  test('a word starts with a space and ends before a space, punctuation or the end', () => {
    const good = tokenOf(' good');
    const morning = tokenOf(' morning');
    const hash = tokenOf('#');
    const [, letter = 0] = tokenizer.encode('x');
    expect([good, hash, letter].map((token) => tokenizer.startsWord(token))).toEqual([true, false, false]);
    expect([morning, hash, endOfText, letter].map((token) => tokenizer.endsWord(token))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('in scripts without spaces a word starts with a character, never inside one', () => {
    const [early = 0] = tokenizer.encode('早').slice(-1);
    const inside = tokenizer.encode('語').slice(-1)[0] ?? 0;
    expect(early).toBe(tokenOf('早'));
    expect([early, inside, tokenOf('#')].map((token) => tokenizer.spaceless.startsWord(token))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the prompt', () => {
  test('the prompt has language, task and no timestamps', () => {
    expect(readPrompts(tokenizer).of('de', 'translate')).toEqual(
      ['de', 'translate', 'notimestamps'].map((name) => marker(name)),
    );
  });

  test('languages are BCP-47 tags', () => {
    const { languages } = readPrompts(tokenizer);
    expect(languages.size).toBe(99);
    expect(languages.get('jv')).toBe(marker('jw'));
    expect(languages.get('fil')).toBe(marker('tl'));
  });

  test('hints restrict the languages, and hints without a supported language allow all', () => {
    const prompts = readPrompts(tokenizer);
    const open = (...hints: string[]): string[] => [...languagesOf(hints, prompts).keys()];
    expect(open('pt-BR', 'en')).toEqual(['en', 'pt']);
    expect(open('nb-NO')).toEqual(['no']);
    expect(open('tlh')).toHaveLength(99);
    expect(open()).toHaveLength(99);
  });

  test('an English-only model is refused with the name of the missing token', async () => {
    const english = tokenizerJson.added_tokens.filter(({ content }) => content !== '<|translate|>');
    const alone = await read({ ...tokenizerJson, added_tokens: english });
    expect(() => readPrompts(alone)).toThrow('<|translate|>');
  });
});
