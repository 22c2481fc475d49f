import type { Joined, Span } from './joined.ts';

const reach = 60;
/** Names of numbers that say so by themselves: "invoice 4155552671". */
const numbers =
  'order|item|invoice|ticket|ref|reference|tracking|confirmation|booking|reservation|serial|sku|upc|ean|isbn|issn|imei|mrn|npi|id|po|batch|lot|' +
  'transaction|receipt|routing|(?:bestell|rechnungs|kunden|auftrags|vorgangs|serien|artikel|sendungs|vertrags|konto|akten|referenz|' +
  'buchungs|ticket)nummer|commande|facture|dossier|suivi|série|référence|pedido|factura|referencia|serie|seguimiento';
/** What has a telephone, or is often said before one, needs the word too: "customer number", but not "call the customer". */
const owners =
  'case|part|model|product|policy|account|claim|member|membership|customer|patient|record|chart|licen[cs]e|patent|application|article';
const numberWord = String.raw`\s+(?:numbers?|no\.?|num|id|code|nr\.?)`;
const name = String.raw`(?:${numbers})(?:${numberWord})?|(?:${owners})(?:${numberWord}|(?=\s*[:#]))|n[uú]m[eé]ro\s+(?:de\s+)?(?:cliente?|compte|cuenta|caso)`;
/** Matches the name of a number directly before it: "order number is", "invoice", "numéro de client :". */
const label = new RegExp(
  String.raw`(?<!\p{L})(?:${name})(?:\s*[,:]|['’]s|\s+(?:is|was|are|ist|war|lautet|est|es|è|é)(?:\s+(?:the|le|la|el|die))?)?[\s,:#]*(?:(?:um|uh|er|erm)[\s,]+)?$`,
  'iu',
);
/** "… is my order number". */
const labelAfter = new RegExp(
  String.raw`^\s+(?:is|was)\s+(?:\p{L}+\s+)?(?:${numbers}|${owners})\s+(?:number|id|code)(?!\p{L})`,
  'iu',
);
const lists =
  /(?<!\p{L})(?:values|readings|measurements|sizes|rooms|levels|scores|results|counts|prices|weights|figures|amounts|distances|lengths|pages|(?:mess)?werte|preise|größen|zimmer|valeurs|prix|valores|precios|valori|prezzi|waarden|prijzen)(?!\p{L})[^.?!;\d]{0,20}$/iu;
const units =
  /^\s*(?:%|percent|units?|pieces?|rows?|copies|dollars?|euros?|pounds?|(?:milli|centi|kilo)?met(?:er|re)s?|mm|cm|km|(?:kilo|milli)?grams?|kg|mg|lit(?:er|re)s?|miles?|inches|bytes?)(?!\p{L})/iu;

/** Whether the words beside a number name another kind of number: "order number 4155552671", "part number 219-09-9999". */
const isNamed = ({ text }: Joined, { from, to }: Span): boolean =>
  label.test(text.slice(Math.max(0, from - reach), from)) || labelAfter.test(text.slice(to, to + reach));

/** Whether digits are values: a unit follows, or the values are announced. */
const areValues = ({ text }: Joined, { from, to }: Span): boolean =>
  units.test(text.slice(to, to + reach)) || lists.test(text.slice(Math.max(0, from - reach), from));

/** Whether the words around a number make it another number. Hyphens in it make it no value. */
export const isOther = (joined: Joined, span: Span): boolean =>
  isNamed(joined, span) || (areValues(joined, span) && !/\d-\d/.test(joined.text.slice(span.from, span.to)));
