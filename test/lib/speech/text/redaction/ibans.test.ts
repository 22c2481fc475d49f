import { expect, test } from 'vitest';
import { redact } from '../../../../support/redacted.ts';

test.each([
  ['en', 'DE89 3704 0044 0532 0130 00'],
  ['en', 'de 89 3704 0044 0532 0130 00'],
  ['en', 'De89 3704 0044 0532 0130 00'],
  ['en', 'DE89: 3704 0044 0532 0130 00'],
  ['en', 'DE89… 3704… 0044… 0532… 0130… 00'],
  ['en', 'DE89 (3704) 0044 0532 0130 00'],
  ['en', 'GB82, W E S T, 1234 5698 7654 32'],
  ['en', 'gb29 nwbk 6016 1331 9268 19'],
  ['en', 'Gb29 Nwbk 6016 1331 9268 19'],
  ['nl', 'NL91 abna 0417 1643 00'],
  ['en', 'Golf Bravo 29 November Whisky Bravo Kilo 60161331926819'],
  ['en', 'G B 29, OK, N W B K, OK, 6016 1331 9268 19'],
  ['en', 'DE89 3704, 3704, 0044, 0044, 0532 0130 00'],
  ['en', 'GB29 NWBK, NWBK, yes, 6016, 6016, 1331 9268 19'],
  ['fr', 'FR comme France 14 2004 1010 0505 0001 3M02 606'],
  ['de', 'DE wie Deutschland 89 3704 0044 0532 0130 00'],
  ['en', 'g b 2 9 n w b k 6016 1331 9268 19'],
  ['en', 'DE89 dash 3704 dash 0044 dash 0532 dash 0130 dash 00'],
  ['en', 'DE89_3704_0044_0532_0130_00'],
  ['en', 'kz86 125kzt5004100100'],
  ['en', 'NO93 8601 1117 947'],
  ['en', 'N O nine three eight six oh one one one one seven nine four seven'],
  ['en', 'DE71 3704 0000 0000 5320 13'],
  ['en', 'R O four nine A A A A 1B31 0075 9384 0000'],
  ['en', 'IE70 B O F I 9000 1712 3456 78'],
  ['en', 'D E eight nine three seven o four o o four four o five three two o one three o o o'],
  ['en', 'I E seven o B O F I nine o o o one seven one two three four five six seven eight'],
  ['en', 'GB86 L for Lima, O for Oscar, Y for Yankee, D for Delta, 3096 3812 3456 78'],
  ['en', 'D as in David, E as in Edward, 89 3704 0044 0532 0130 00'],
  ['en', 'Delta Echo eight nine 3704 0044 0532 0130 00'],
  ['de', 'D wie Dora, E wie Emil, 89 3704 0044 0532 0130 00'],
  [
    'en',
    'G B eighty-two W E S T twelve thirty-four fifty-six ninety-eight seventy-six fifty-four thirty-two',
  ],
  ['en', 'G B eight two, um, W E S T one two three four five six nine eight seven six five four three two'],
  [
    'en',
    'D E eight nine three seven zero four double zero double four oh five three two oh one three triple zero',
  ],
  [
    'fr',
    'FR quatorze vingt zéro quatre un zéro un zéro zéro cinq zéro cinq zéro zéro zéro treize M zéro deux six zéro six',
  ],
  [
    'es',
    'ES noventa y uno veintiuno cero cero cero cuatro dieciocho cuarenta y cinco cero dos cero cero cero cinco trece treinta y dos',
  ],
  [
    'pt',
    'P T cinquenta zero zero zero dois zero um dois três um dois três quatro cinco seis sete oito nove zero um cinco quatro',
  ],
  ['ar', 'SA٠٣ ٨٠٠٠ ٠٠٠٠ ٦٠٨٠ ١٠١٦ ٧٥١٩'],
  ['ja', 'ＤＥ８９ ３７０４ ００４４ ０５３２ ０１３０ ００'],
])('an IBAN is redacted however it is typed or spoken in %s: %s', (language, text) => {
  expect(redact(`${text}.`, ['iban'], language)).toBe('[IBAN].');
});

test.each(['NO DOGS NEWS HOUSE.', 'He left home at 61 when he moved to the coast.'])(
  'a sentence whose letters have the length and the checksum of an IBAN stays: %s',
  (text) => {
    expect(redact(text, ['iban'])).toBe(text);
  },
);
