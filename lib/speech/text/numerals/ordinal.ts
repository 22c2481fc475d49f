import { readCardinal } from './cardinal.ts';

/** Maps ordinals to cardinals. */
const cardinals: ReadonlyMap<string, string> = new Map(
  (
    'first one second two third three fourth four fifth five sixth six seventh seven eighth eight ninth nine tenth ten eleventh eleven ' +
    'twelfth twelve thirteenth thirteen fourteenth fourteen fifteenth fifteen sixteenth sixteen seventeenth seventeen eighteenth eighteen ' +
    'nineteenth nineteen twentieth twenty thirtieth thirty fortieth forty fiftieth fifty sixtieth sixty seventieth seventy eightieth eighty ' +
    'ninetieth ninety'
  )
    .match(/\S+ \S+/g)
    ?.map((pair): [string, string] => {
      const [ordinal = '', cardinal = ''] = pair.split(' ');
      return [ordinal, cardinal];
    }),
);

export const isOrdinal = (word: string): boolean => cardinals.has(word);

const suffix = (value: number): string => {
  const tens = Math.floor(value / 10) % 10;
  const units = value % 10;
  if (tens === 1) return 'th';
  return ['th', 'st', 'nd', 'rd'][units] ?? 'th';
};

/** The value of an ordinal number in English words; undefined for anything else. */
export const readOrdinal = (words: readonly string[]): number | undefined => {
  const cardinal = cardinals.get(words.at(-1) ?? '');
  const value = cardinal === undefined ? undefined : readCardinal([...words.slice(0, -1), cardinal]);
  // "one third" is a fraction, "one hundred third" is an ordinal.
  return value === undefined || (words.length === 2 && words[0] === 'one') ? undefined : value;
};

export const writeOrdinal = (value: number): string => `${value}${suffix(value)}`;
