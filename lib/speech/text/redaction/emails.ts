import { unspacedScripts } from '#lib/platform/text.ts';
import { isFunctionWord } from '../function-words.ts';
import type { Joined, Span } from './joined.ts';

/** A letter or digit. Not of scripts without spaces or with endings after an address: "メールはtaro@example.comです". */
const letter = String.raw`(?![${unspacedScripts}\p{scx=Hangul}])[\p{L}\p{N}]`;
/** The beginning of names like O'Brien and D'Souza. */
const nameStart = String.raw`[odOD]['’](?=\p{L}{2})(?!clock)`;
const written = new RegExp(
  String.raw`(?<!${letter}|[._%+-])(?:${nameStart})?(?:${letter}|[._%+-](?:${nameStart})?)+@(?:${letter}|-)+(?:\.(?:${letter}|-)+)+`,
  'gu',
);

const filler = String.raw`(?:um|uh|uhm|umm|er|erm|äh|ähm|euh)(?![\p{L}\p{N}])`;
/**
 * The gap between spoken words, with a comma or a filler. A segment may end with a mark inside an address. No text may
 * match in two ways, because the time would be exponential.
 */
const gap = String.raw`(?:[.,]?\n|,?[^\S\n])\s*(?:${filler},?\s*)?`;
const signs = 'at|arroba|arobase|chiocciola|klammeraffe|ät|apenstaartje';
const at = String.raw`\s*@\s*|${gap}(?:${signs})(?:\s+sign)?${gap}(?:(?:the|at)\s+)?`;
const dots = 'dot|punkt|punto|point|ponto|punt';
const dashes =
  'underscore|dash|hyphen|minus|plus|unterstrich|bindestrich|gui[oó]n(?:\\s+bajo)?|tiret(?:\\s+bas)?|trattino(?:\\s+basso)?|underline|hífen';
const dot = String.raw`[^\S\n]*\.(?!\n)\s*|${gap}(?:${dots})${gap}`;
/** A number or a letter may follow a name without a joint: "john twenty three", "d o e". */
const number = String.raw`\p{N}+|zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}{3,5}teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty`;
const joint = String.raw`${dot}|[_+-]|${gap}(?:${dashes})${gap}|[^\S\n]+(?=(?:${number}|\p{L})(?![\p{L}\p{N}]))`;
const ends =
  'com org net edu gov mil int io ai app dev tech xyz online shop cloud email co me info biz us uk de at ch fr es it pt nl be eu se no dk fi pl cz ru ua tr gr ie ca au nz jp kr cn in br mx ar';
const word = String.raw`(?!${filler})(?:${nameStart})?(?:${letter})+`;
/**
 * After a written point, only five top-level domains may follow a space, because a sentence may end with "at noon." and
 * the next one begin with "It" or "In".
 */
const end = String.raw`\s*\.\s*(?:com|org|net|edu|gov)|(?:\.|${gap}(?:${dots})${gap})(?:${ends.replaceAll(' ', '|')}|c[\s-]+o[\s-]+m)`;

/** The maximum number of joints in one address. Without a limit, the time would grow with the square of the number of words. */
const maxJoints = 24;

/** The words of a domain before the last one: "my company dot com", "g mail dot com", "G M A I L dot com". */
const beforeDomain = String.raw`(?:(?!(?:${signs}|${dots})\s)${word}[^\S\n]+){0,5}?`;
const providers = 'gmail|googlemail|hotmail|outlook|yahoo|icloud|gmx|web|aol|proton|protonmail';

/** Matches addresses like "john dot smith at example dot com", wholly or partly spoken. */
const spoken = new RegExp(
  String.raw`(?<!${letter}|[_+'’-])(?<local>${word}(?:(?:${joint})${word}){0,${maxJoints}})(?<at>${at})(?<domain>(?<prefix>${beforeDomain})${word}(?:(?:${joint})${word}){0,${maxJoints}}?(?:${end})|(?:${providers})\s+com)(?!${letter})(?:(?:\.|\s+(?:${dots})\s+)(?:uk|au|br|mx|ar|jp|kr|in|nz)(?!${letter}))?`,
  'giu',
);

/** Words after which "at" introduces a place: "look at example dot com". */
const beforePlaces = new Set(
  (
    'look looks looking looked meet met work works worked working me us them it him her you be is are was were am available found ' +
    'online out shop visit read more see here there up back stay live lives start starts day time sold and or not just page site ' +
    'website office home information details order buy find us check go in on news product products'
  ).split(' '),
);

/** Matches spelled letters and numbers before the last word of the local part, and a name before numbers. */
const spelled = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’])(?:\p{L}{2,}\s+(?=(?:${number})\s))?(?:(?:\p{L}|${number})[\s,.-]+)+$`,
  'iu',
);
const isSpelling = new RegExp(String.raw`^(?:\p{L}|${number})$`, 'iu');
const spellingReach = 60;

/** Matches an initial before a name: "j doe". */
const initial = /(?<![\p{L}\p{N}'’])(?![aièéà]\s)\p{L}\s+$/iu;
/** Matches the first words of an address right after its announcement: "my email is John" before "Doe at". */
const announced =
  /mail(?:\s+address)?(?:\s+(?:is|ist|lautet|est|es|è|é)|['’]s|\s+it['’]s)?[\s:,]+((?:\p{L}+\s+){1,2})$/iu;

const isPlainWord = (name: string): boolean =>
  !/^(?:ist|lautet|est|es|è|é|)$/.test(name) &&
  !isFunctionWord(name.charAt(0).toUpperCase() + name.slice(1)) &&
  !beforePlaces.has(name);

const startOf = (text: string, from: number, local: string): number => {
  const firstWord = /^[\p{L}\p{N}'’]+/u.exec(local)?.[0] ?? '';
  const before = text.slice(Math.max(0, from - spellingReach), from);
  if (isSpelling.test(firstWord)) return from - (spelled.exec(before)?.[0].length ?? 0);
  const [, names = ''] = announced.exec(before) ?? [];
  const isName = names.toLowerCase().trim().split(/\s+/).every(isPlainWord);
  return from - (isName && names !== '' ? names : (initial.exec(before)?.[0] ?? '')).length;
};

/** Words that announce an address. */
const cues =
  /\p{L}*mails?\b|\b(?:writes?|address|contact|reach|send|schreib\p{L}*|adresse|correo|escrib\p{L}*|courriel|écri\p{L}*|indirizzo|scriv\p{L}*|endereço|escrev\p{L}*|schrijf|adres)\b/iu;
const cueReach = 60;
/**
 * Domains of mail providers. At other written domains, as in "sale at example.com", most words before "at" are not part
 * of an address.
 */
const mailDomains = new RegExp(String.raw`^(?:${providers})(?:\.|\s+com$)`, 'iu');

type Parts = {
  readonly local: string;
  readonly sign: string;
  readonly domain: string;
  /** The words before the last one of the domain. */
  readonly prefix: string;
  readonly before: string;
  readonly isSpelled: boolean;
};

/** "g mail", "hot mail", "i cloud", and letters that are spelled one by one. */
const spelledDomain = /^(?:(?:\p{L}\s+)+$|g\s+mail|hot\s+mail|i\s+cloud)/iu;

/** Whether a domain of several words is one: it is spelled, or what is before "at" is surely a part of an address. */
const isDomain = ({ local, domain, prefix, before, isSpelled }: Omit<Parts, 'sign'>): boolean => {
  if (prefix === '' || spelledDomain.test(prefix) || spelledDomain.test(domain)) return true;
  const isName = !/^\p{L}{2,}$/u.test(local) || isSpelled || /mail/iu.test(before);
  return isName && prefix.trim().split(/\s+/).length < 3;
};

const afterPronoun = /(?<!\p{L})(?:i|we|you|he|she|they|who)\s+$/iu;
/** "sold 20", "twenty". */
const count = new RegExp(String.raw`^(?<verb>\p{L}{2,}\s+)??(?:${number})(?:\s+(?:${number}))*$`, 'iu');

/** Whether "at" introduces a place instead of standing for the sign of an address. */
const isPlace = ({ local, sign, domain, before, isSpelled }: Omit<Parts, 'prefix'>): boolean => {
  if (!/^\P{L}*at\P{L}/iu.test(sign)) return false;
  if (beforePlaces.has(local.toLowerCase())) return true;
  const isWritten = /\.\p{L}/u.test(domain);
  if (isSpelled || mailDomains.test(domain) || cues.test(before)) return false;
  const counted = count.exec(local);
  if (counted) {
    const verb = counted.groups?.['verb']?.trim().toLowerCase() ?? '';
    return isWritten || !isPlainWord(verb) || afterPronoun.test(before);
  }
  return isWritten && /^\p{L}{2,}$/u.test(local);
};

const isJoint = new RegExp(`^(?:${dots}|${dashes})$`, 'iu');

/** The length of a word like "to" before letters that are spelled one by one. */
const leadOf = (local: string): number => {
  const [lead = '', first = ''] = /^(\p{L}{2,})\s+(?=\p{L}(?!\p{L}))/u.exec(local) ?? [];
  return isPlainWord(first.toLowerCase()) && !isJoint.test(first) ? 0 : lead.length;
};

/** The e-mail addresses in a text, written or spoken. */
export const emails = ({ text }: Joined): Span[] => {
  const found: Span[] = Array.from(text.matchAll(written), ({ 0: address, index }) => ({
    from: index,
    to: index + address.length,
  }));
  spoken.lastIndex = 0;
  for (let match = spoken.exec(text); match; match = spoken.exec(text)) {
    const { 0: address, groups } = match;
    const { local: whole = '', at: sign = '', domain = '', prefix = '' } = groups ?? {};
    const lead = leadOf(whole);
    const index = match.index + lead;
    const local = whole.slice(lead);
    const from = startOf(text, index, local);
    const before = text.slice(Math.max(0, index - cueReach), index);
    const parts = { local, sign, domain, prefix, before, isSpelled: from < index };
    // What follows the rejected part may be an address: "me at jane dot doe at …".
    if (!isDomain(parts) || isPlace(parts)) spoken.lastIndex = match.index + whole.length;
    else found.push({ from, to: match.index + address.length });
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
