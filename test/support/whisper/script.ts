import { endOfText, marker, tokenOf, vocabularySize, type Word } from './vocabulary.ts';

/** Half a second. */
export const framesPerWord = 25;
/** The mel filters for the sounds of words, and those for the sounds of languages. */
export const bands = [10, 16, 22, 28, 34, 40, 46] as const;
const languageBands = { de: 58, zh: 66 } as const;
export type Language = 'en' | keyof typeof languageBands;

/** Each table has a unique name in the graph. */
type Table = { readonly name: string; readonly values: Float32Array; readonly columns: number };
type Rules = { readonly from: Table; readonly to: Table };
export type Script = {
  readonly modes: number;
  readonly modeOfLanguage: Table;
  readonly modeOfTask: Table;
  readonly meaning: Table;
  readonly after: Rules;
  readonly afterNext: Rules;
  readonly bias: Float32Array;
  readonly language: Table;
  readonly languageBias: Float32Array;
  readonly noise: Float32Array;
};

const modes = ['en', 'de', 'zh', 'translate'] as const;
type Mode = (typeof modes)[number];

/** The words of each band. The number is the distance of a word's logit from that of the first word. */
const meanings: Readonly<Record<Mode, readonly (readonly (readonly [Word, number])[])[]>> = {
  en: [
    [[' good', 0]],
    [[' morning', 0]],
    [
      [' which', 0],
      [' witch', 0.2],
    ],
    [
      [' spell', 0],
      [' smell', 0],
    ],
    [
      [' brew', 0],
      [' broom', 0],
    ],
    [
      [' Lisbon', 0],
      [' Lisboa', 0.9],
    ],
    [
      ['#', 0],
      [' number', 3],
    ],
  ],
  de: [[[' guten', 0]], [[' Morgen', 0]], [], [], [], [[' Lissabon', 0]]],
  zh: [[['早', 0]], [['上', 0]]],
  translate: [[[' good', 0]], [[' morning', 0]], [], [], [], [[' Lisbon', 0]]],
};

/** The increase of a word's logit right after another word, and one word later. */
const rules = {
  after: [[' witch', ' spell', 6]],
  afterNext: [[' witch', ' brew', 6]],
} as const satisfies Readonly<Record<string, readonly (readonly [Word, Word, number])[]>>;

const loudness = 16;
const never = -40;
const unlikely = -20;
const wordless = -20;
const ending = -14;

let tables = 0;
const table = (
  rows: number,
  columns: number,
  cells: readonly (readonly [number, number, number])[],
): Table => {
  const values = new Float32Array(rows * columns);
  for (const [row, column, value] of cells) values[row * columns + column] = value;
  tables += 1;
  return { name: `table ${tables}`, values, columns };
};

const rulesOf = (list: readonly (readonly [Word, Word, number])[]): Rules => ({
  from: table(
    vocabularySize,
    list.length,
    list.map(([from], i) => [tokenOf(from), i, 1]),
  ),
  to: table(
    list.length,
    vocabularySize,
    list.map(([, to, more], i) => [i, tokenOf(to), more]),
  ),
});

const spread = (likely: readonly (readonly [number, number])[], rest: number): Float32Array => {
  const values = new Float32Array(vocabularySize).fill(rest);
  for (const [token, value] of likely) values[token] = value;
  return values;
};

const meaningCells = modes.flatMap((mode, m) =>
  meanings[mode].flatMap((likely, band) =>
    likely.map(([word]) => [band * modes.length + m, tokenOf(word), loudness] as const),
  ),
);
/** The bias of each word. A word has the same bias in all of its meanings. */
const wordBias = modes.flatMap((mode) =>
  meanings[mode].flatMap((likely) => likely.map(([word, less]) => [tokenOf(word), wordless - less] as const)),
);
const languages = Object.entries(languageBands);

export const script: Script = {
  modes: modes.length,
  modeOfLanguage: table(vocabularySize, modes.length, [
    [marker('en'), 0, 1],
    [marker('de'), 1, 1],
    [marker('zh'), 2, 1],
  ]),
  modeOfTask: table(vocabularySize, modes.length, [
    [marker('translate'), 0, -1],
    [marker('translate'), 1, -1],
    [marker('translate'), 2, -1],
    [marker('translate'), 3, 1],
  ]),
  meaning: table(bands.length * modes.length, vocabularySize, meaningCells),
  after: rulesOf(rules.after),
  afterNext: rulesOf(rules.afterNext),
  bias: spread([[endOfText, ending], ...wordBias], unlikely),
  language: table(80, vocabularySize, [
    ...languages.map(([name, band]) => [band, marker(name), loudness] as const),
    // The quieter the sound, the more likely is "no speech".
    ...Array.from({ length: 80 }, (_, band) => [band, marker('nospeech'), -1] as const),
  ]),
  languageBias: spread(
    [
      [marker('en'), 0],
      ...languages.map(([name]) => [marker(name), -loudness / 2] as const),
      [marker('nospeech'), -85],
    ],
    never,
  ),
  noise: Float32Array.from({ length: vocabularySize }, (_, token) => (token % 7) * 100),
};

export const languageBandOf = (language: Language): number | undefined =>
  language === 'en' ? undefined : languageBands[language];
