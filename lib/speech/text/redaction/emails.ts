import type { Joined, Span } from './joined.ts';

const written = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;

/**
 * The gap between spoken words. A segment may end with a mark inside an address. No text may match in two ways, because
 * the time would be exponential.
 */
const gap = String.raw`(?:[.,]?\n|[^\S\n])\s*`;
const gapOfSign = String.raw`(?:[.,]?\n|,?[^\S\n])\s*`;
const at = String.raw`\s*@\s*|${gapOfSign}(?:at|arroba|arobase|chiocciola|klammeraffe|ät|apenstaartje)${gapOfSign}(?:the\s+)?`;
const dots = 'dot|punkt|punto|point|ponto|punt';
const dashes = 'underscore|dash|hyphen|minus|plus|unterstrich|bindestrich|guion|guión|tiret|trattino';
const dot = String.raw`[^\S\n]*\.(?!\n)\s*|${gap}(?:${dots})${gap}`;
const joint = String.raw`${dot}|[_+-]|${gap}(?:${dashes})${gap}`;
const ends =
  'com org net edu gov mil int io ai app dev co me info biz us uk de at ch fr es it pt nl be eu se no dk fi pl cz ru ua tr gr ie ca au nz jp kr cn in br mx ar';
const word = String.raw`[\p{L}\p{N}]+`;
/**
 * After a written point, only five top-level domains may follow a space, because a sentence may end with "at noon." and
 * the next one begin with "It" or "In".
 */
const end = String.raw`\s*\.\s*(?:com|org|net|edu|gov)|(?:\.|${gap}(?:${dots})${gap})(?:${ends.replaceAll(' ', '|')})`;

/** The maximum number of joints in one address. Without a limit, the time would grow with the square of the number of words. */
const maxJoints = 12;

/** Matches addresses like "john dot smith at example dot com", wholly or partly spoken. */
const spoken = new RegExp(
  String.raw`(?<![\p{L}\p{N}_+-])(?<local>${word}(?:(?:${joint})${word}){0,${maxJoints}})(?<at>${at})(?<domain>${word}(?:(?:${joint})${word}){0,${maxJoints}}?(?:${end}))(?![\p{L}\p{N}])(?:(?:\.|\s+dot\s+)(?:uk|au|br|mx|ar|jp|kr|in|nz)(?![\p{L}\p{N}]))?`,
  'giu',
);

/** Words after which "at" introduces a place: "look at example dot com". */
const beforePlaces = new Set(
  (
    'look looks looking looked meet met work works worked working me us them it him her you be is are was were am available found ' +
    'online out shop visit read more see here there up back stay live lives start starts day time sold and or not just page site ' +
    'website information details order buy find us check go in on news product products'
  ).split(' '),
);

/** Matches spelled letters and numbers before the last word of the local part, and a name before numbers. */
const number = String.raw`\p{N}+|zero|oh|one|two|three|four|five|six|seven|eight|nine`;
const spelled = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’])(?:\p{L}{2,}\s+(?=(?:${number})\s))?(?:(?:\p{L}|${number})[\s,.-]+)+$`,
  'iu',
);
const isSpelling = new RegExp(String.raw`^(?:\p{L}|${number})$`, 'iu');
const spellingReach = 60;

const startOf = (text: string, from: number, local: string): number => {
  const firstWord = /^[\p{L}\p{N}]+/u.exec(local)?.[0] ?? '';
  if (!isSpelling.test(firstWord)) return from;
  const before = spelled.exec(text.slice(Math.max(0, from - spellingReach), from))?.[0] ?? '';
  return from - before.length;
};

/** Words that announce an address. */
const cues =
  /\p{L}*mails?\b|\b(?:writes?|address|contact|reach|send|schreib\p{L}*|adresse|correo|escrib\p{L}*|courriel|écri\p{L}*|indirizzo|scriv\p{L}*|endereço|escrev\p{L}*|schrijf|adres)\b/iu;
const cueReach = 60;
/**
 * Domains of mail providers. At other written domains, as in "sale at example.com", most words before "at" are not part
 * of an address.
 */
const mailDomains = /^(?:gmail|googlemail|hotmail|outlook|yahoo|icloud|gmx|web|aol|proton|protonmail)\./iu;

type Parts = {
  readonly local: string;
  readonly sign: string;
  readonly domain: string;
  readonly before: string;
  readonly isSpelled: boolean;
};

/** Whether "at" introduces a place instead of standing for the sign of an address. */
const isPlace = ({ local, sign, domain, before, isSpelled }: Parts): boolean => {
  if (!/^\P{L}*at\P{L}/iu.test(sign)) return false;
  if (beforePlaces.has(local.toLowerCase()) || (/['’]$/.test(before) && local.length < 3)) return true;
  const isWritten = /\.\p{L}/u.test(domain);
  const isName = !/^\p{L}{2,}$/u.test(local) || isSpelled || mailDomains.test(domain);
  return isWritten && !isName && !cues.test(before);
};

/** The e-mail addresses in a text, written or spoken. */
export const emails = ({ text }: Joined): Span[] => {
  const found: Span[] = Array.from(text.matchAll(written), ({ 0: address, index }) => ({
    from: index,
    to: index + address.length,
  }));
  for (const { 0: address, index, groups } of text.matchAll(spoken)) {
    const { local = '', at: sign = '', domain = '' } = groups ?? {};
    const from = startOf(text, index, local);
    const before = text.slice(Math.max(0, index - cueReach), index);
    if (isPlace({ local, sign, domain, before, isSpelled: from < index })) continue;
    found.push({ from, to: index + address.length });
  }
  return found;
};

/** Matches an unfinished local part: "john dot", or letters and numbers spelled one by one. */
const unfinished = String.raw`${word}(?:(?:[._+-]|\s+(?:${dots}|${dashes})\s+)${word}){0,${maxJoints}}(?:[_+-]|${gap}(?:${dots}|${dashes})(?![\p{L}\p{N}]))|(?:(?:\p{L}|${number})[\s-]+)*\p{L}`;
const beginning = new RegExp(String.raw`(?<![\p{L}\p{N}._+-])(?<local>${unfinished})[\s.,]*$`, 'iu');
const beginningReach = 120;

/** The beginning of an address before the border, if `label` already replaces its rest after the border. */
export const unfinishedAddress = (text: string, border: number, label: string): Span[] => {
  const index = text.indexOf(label, border);
  const start = Math.max(0, index - beginningReach);
  const found = index < 0 ? null : beginning.exec(text.slice(start, index));
  const { local = '' } = found?.groups ?? {};
  const from = start + (found?.index ?? 0);
  return found && from < border ? [{ from, to: from + local.length }] : [];
};
