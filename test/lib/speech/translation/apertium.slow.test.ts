import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { apertiumPairs } from '#lib/speech/translation/apertium-modes.ts';
import { apertiumTranslator } from '#lib/speech/translation/apertium.ts';
import { translatorContract } from './translator.contract.ts';

const hasApertium =
  spawnSync('apertium', ['-V']).status === 0 && apertiumPairs().targetsOf('en').includes('es');
const missing = hasApertium ? '' : ' (skipped: apt-get install apertium apertium-eng-spa)';
const { signal } = new AbortController();
const pair = { from: 'en', to: 'es', signal };

describe.skipIf(!hasApertium)(`Apertium${missing}`, () => {
  translatorContract(apertiumTranslator);

  test('Apertium supports the installed pairs as BCP-47 tags, without variants', () => {
    expect(apertiumPairs().targetsOf('en-GB')).toContain('es');
    expect(apertiumPairs().targetsOf('es')).toContain('en');
    expect(apertiumPairs().targetsOf('ja')).toEqual([]);
  });

  test('Apertium translates in both directions', async () => {
    const translator = apertiumTranslator();
    expect(await translator.translate(['The red house is big.'], pair)).toEqual(['La casa roja es grande.']);
    const back = await translator.translate(['La casa roja es grande.'], { from: 'es', to: 'en', signal });
    expect(back[0]).toMatch(/red house is big/i);
  });

  test('translations keep their order and never mix, for any texts', async () => {
    const texts = [
      'I went to the station',
      'and then, at nine,',
      'The end',
      'Dr. Smith is not here.',
      '[x] ^y$ <b> a/b \\ @ {z} *star #hash --help',
      '-n',
    ];
    const translated = await apertiumTranslator().translate(texts, pair);
    expect(translated).toHaveLength(texts.length);
    const marks = [/Fui/, /nueve/, /fin/i, /Dr\./, /\^y\$ <b>.*\\ @ \{z\}.*#hash/, /^-n$/];
    for (const [i, mark] of marks.entries()) expect(translated[i]).toMatch(mark);
  });
});
