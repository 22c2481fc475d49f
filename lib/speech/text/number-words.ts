const list = (words: string): readonly string[] => words.split(' ');

/** The English words for 0 to 9, for 10 to 19, and for the tens from 20. */
export const english = {
  units: list('zero one two three four five six seven eight nine'),
  teens: list('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'),
  tens: list('twenty thirty forty fifty sixty seventy eighty ninety'),
} as const;

type Table = {
  readonly units: readonly string[];
  readonly teens: readonly string[];
  readonly tens: readonly string[];
};

const tables: Readonly<Record<string, Table>> = {
  en: english,
  de: {
    units: list('null eins zwei drei vier fünf sechs sieben acht neun'),
    teens: list('zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'),
    tens: list('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'),
  },
  es: {
    units: list('cero uno dos tres cuatro cinco seis siete ocho nueve'),
    teens: list('diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve'),
    tens: list('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
  },
  fr: {
    units: list('zéro un deux trois quatre cinq six sept huit neuf'),
    teens: list('dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'),
    tens: list('vingt trente quarante cinquante soixante septante octante nonante'),
  },
  it: {
    units: list('zero uno due tre quattro cinque sei sette otto nove'),
    teens: list('dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'),
    tens: list('venti trenta quaranta cinquanta sessanta settanta ottanta novanta'),
  },
  nl: {
    units: list('nul een twee drie vier vijf zes zeven acht negen'),
    teens: list('tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien'),
    tens: list('twintig dertig veertig vijftig zestig zeventig tachtig negentig'),
  },
  pt: {
    units: list('zero um dois três quatro cinco seis sete oito nove'),
    teens: list('dez onze doze treze quatorze quinze dezesseis dezessete dezoito dezenove'),
    tens: list('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'),
  },
};

/** How languages form a ten and a unit as one word: "vierundzwanzig", "vierentwintig", "ventiquattro". */
const compounds: Readonly<Record<string, (ten: string, unit: string) => string>> = {
  de: (ten, unit) => `${unit === 'eins' ? 'ein' : unit}und${ten}`,
  nl: (ten, unit) => `${unit}${unit.endsWith('e') ? 'ën' : 'en'}${ten}`,
  it: (ten, unit) => `${/^[ou]/u.test(unit) ? ten.slice(0, -1) : ten}${unit}`,
};

const others: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  en: [
    ['oh', '0'],
    ['o', '0'],
    ['nought', '0'],
    ['naught', '0'],
    ['nil', '0'],
  ],
  de: [
    ['zwo', '2'],
    ['ein', '1'],
  ],
  es: [
    ['veintiuno', '21'],
    ['veintidós', '22'],
    ['veintitrés', '23'],
    ['veinticuatro', '24'],
    ['veinticinco', '25'],
    ['veintiséis', '26'],
    ['veintisiete', '27'],
    ['veintiocho', '28'],
    ['veintinueve', '29'],
  ],
  pt: [
    ['meia', '6'],
    ['uma', '1'],
    ['duas', '2'],
    ['catorze', '14'],
    ['dezasseis', '16'],
    ['dezassete', '17'],
    ['dezanove', '19'],
  ],
};

/** The word between a ten and a unit if both are separate words: "treinta y cuatro", "trinta e quatro". */
const joints: Readonly<Record<string, string>> = { es: 'y', pt: 'e' };

/** Tens and units as several words, each joined by a hyphen: "forty-two", "treinta-y-cuatro", "vingt-et-un". */
const phrasesOf = (language: string, { units, teens, tens }: Table): [string, string][] => {
  const joint = joints[language] === undefined ? '-' : `-${joints[language]}-`;
  const whole = tens.flatMap((ten, t) =>
    units.slice(1).map((unit, u): [string, string] => [`${ten}${joint}${unit}`, String(21 + 10 * t + u)]),
  );
  return language === 'fr' ? [...whole, ...frenchPhrases({ units, teens, tens })] : whole;
};

/** French continues counting from sixty to eighty and from eighty to a hundred. */
const frenchPhrases = ({ units, teens, tens }: Table): [string, string][] => [
  ...tens.map((ten, t): [string, string] => [`${ten}-et-un`, String(21 + 10 * t)]),
  ['soixante-et-onze', '71'],
  ['quatre-vingts', '80'],
  ...units.slice(1).map((unit, u): [string, string] => [`quatre-vingt-${unit}`, String(81 + u)]),
  ...teens.flatMap((teen, t): [string, string][] => [
    [`soixante-${teen}`, String(70 + t)],
    [`quatre-vingt-${teen}`, String(90 + t)],
  ]),
];

const wordsOf = (language: string, { units, teens, tens }: Table): ReadonlyMap<string, string> => {
  const compound = compounds[language];
  return new Map([
    ...units.map((word, i) => [word, String(i)] as const),
    ...teens.map((word, i) => [word, String(10 + i)] as const),
    ...tens.map((word, i) => [word, String(20 + 10 * i)] as const),
    ...(compound
      ? tens.flatMap((ten, t) =>
          units.slice(1).map((unit, u) => [compound(ten, unit), String(21 + 10 * t + u)] as const),
        )
      : []),
    ...phrasesOf(language, { units, teens, tens }),
    ...(others[language] ?? []),
  ]);
};

/** The form of a word for lookups: "één" becomes "een", "dreißig" becomes "dreissig". */
export const folded = (word: string): string =>
  word.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss');

const numbers = new Map(
  Object.entries(tables).map(([language, table]) => [
    language,
    new Map(Array.from(wordsOf(language, table), ([word, digits]) => [folded(word), digits])),
  ]),
);
const none: ReadonlyMap<string, string> = new Map();

/** As in "quatre-vingt-dix-sept". */
export const maxWordsOfNumber = 4;

/**
 * Maps the words of a language for numbers below 100 to digits; English words if the language is null. The words are
 * folded, and hyphens join the words of one number.
 */
export const spokenNumbers = (language: string | null): ReadonlyMap<string, string> =>
  language === null ? (numbers.get('en') ?? none) : (numbers.get(language) ?? none);

const ideographs: ReadonlyMap<string, string> = new Map([
  ...Array.from('零〇一二三四五六七八九', (character, i): [string, string] => [
    character,
    String(Math.max(0, i - 1)),
  ]),
  ['幺', '1'],
]);
const hangul: ReadonlyMap<string, string> = new Map(
  Array.from('영공일이삼사오육칠팔구', (character, i) => [character, String(Math.max(0, i - 1))]),
);
const characters: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  ja: ideographs,
  zh: ideographs,
  yue: ideographs,
  ko: hangul,
};

/** The digits of a word in which each character is a digit of the language. Undefined for any other word. */
export const characterDigits = (word: string, language: string | null): string | undefined => {
  const digits = characters[language ?? ''];
  if (!digits) return undefined;
  const found = Array.from(word, (character) => digits.get(character));
  return found.every((digit) => digit !== undefined) ? found.join('') : undefined;
};
