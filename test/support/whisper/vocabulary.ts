/** The 99 languages of Whisper, in the order of their markers. */
const languages =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml ' +
  'cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi ' +
  'lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su';

/** All words that the tiny model can write or get in its prompt. Each is one token. */
export const words = [
  ' good',
  ' guten',
  ' morning',
  ' Morgen',
  ' which',
  ' witch',
  ' spell',
  ' smell',
  ' brew',
  ' broom',
  ' Lisbon',
  ' Lisboa',
  ' Lissabon',
  ' Portugal',
  '#',
  ' number',
  '早',
  '上',
] as const;
export type Word = (typeof words)[number];

/** The letter for each byte: the byte's own character if it is visible, otherwise the next free one from U+0100 on. */
const byteLetters = (): string[] => {
  let free = 0x100;
  return Array.from({ length: 256 }, (_, byte) => {
    const isVisible = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    return String.fromCodePoint(isVisible ? byte : free++);
  });
};

const letters = byteLetters();
const lettersOf = (text: string): string[] => Array.from(Buffer.from(text), (byte) => letters[byte] ?? '');

const vocabulary = new Map(letters.map((letter, byte) => [letter, byte]));
const merges: [string, string][] = [];
for (const word of words) {
  let [piece = '', ...rest] = lettersOf(word);
  for (const letter of rest) {
    if (!vocabulary.has(piece + letter)) {
      merges.push([piece, letter]);
      vocabulary.set(piece + letter, vocabulary.size);
    }
    piece += letter;
  }
}

export const endOfText = vocabulary.size;
const markers = [
  'endoftext',
  'startoftranscript',
  ...languages.split(' '),
  'translate',
  'transcribe',
  'startoflm',
  'startofprev',
  'nospeech',
  'notimestamps',
  '0.00',
  '0.02',
];
export const vocabularySize = vocabulary.size + markers.length;

export const marker = (name: string): number => {
  const at = markers.indexOf(name);
  if (at < 0) throw new Error(`The tiny model has no marker ${name}`);
  return endOfText + at;
};
export const tokenOf = (word: Word): number => vocabulary.get(lettersOf(word).join('')) ?? -1;

/** The tokenizer in Hugging Face's format, with merges as newer files have them. */
export const tokenizerJson = {
  model: { type: 'BPE', vocab: Object.fromEntries(vocabulary), merges },
  added_tokens: markers.map((name, i) => ({ id: endOfText + i, content: `<|${name}|>`, special: true })),
};
