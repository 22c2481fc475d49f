import type { Joined, Span } from './joined.ts';

const reach = 60;
const names =
  'order|invoice|ticket|case|ref|reference|tracking|confirmation|booking|reservation|serial|part|item|model|product|policy|account|claim|' +
  'member|membership|customer|sku|upc|ean|isbn|issn|imei|id|po|batch|lot|licen[cs]e|patent|transaction|receipt|routing|application|article|' +
  '(?:bestell|rechnungs|kunden|auftrags|vorgangs|serien|artikel|sendungs|vertrags|konto|akten|referenz|buchungs|ticket)nummer|' +
  '(?:commande|facture|dossier|client|suivi|compte|série|référence|pedido|factura|caso|cliente|cuenta|referencia|serie|seguimiento)';
/** Matches the name of a number directly before it: "order number is", "invoice", "numéro de commande :". */
const label = new RegExp(
  String.raw`(?<!\p{L})(?:${names})(?:\s+(?:numbers?|no\.?|num|id|code|nr\.?))?(?:\s*[,:]|['’]s|\s+(?:is|was|are|ist|war|lautet|est|es))?[\s,:#]*(?:(?:um|uh|er|erm)[\s,]+)?$`,
  'iu',
);
/** "… is my order number". */
const labelAfter = new RegExp(
  String.raw`^\s+(?:is|was)\s+(?:\p{L}+\s+)?(?:${names})\s+(?:number|id|code)(?!\p{L})`,
  'iu',
);
const lists =
  /(?<!\p{L})(?:values|readings|measurements|sizes|rooms|levels|scores|results|counts|prices|weights|figures|amounts|distances|lengths|pages)(?!\p{L})[^.?!;\d]{0,20}$/iu;
const units =
  /^\s*(?:%|percent|units?|pieces?|rows?|copies|dollars?|euros?|pounds?|(?:milli|centi|kilo)?met(?:er|re)s?|mm|cm|km|(?:kilo|milli)?grams?|kg|mg|lit(?:er|re)s?|miles?|inches|bytes?)(?!\p{L})/iu;

/** Whether the words beside a number name another kind of number: "order number 4155552671", "part number 219-09-9999". */
export const isNamed = ({ text }: Joined, { from, to }: Span): boolean =>
  label.test(text.slice(Math.max(0, from - reach), from)) || labelAfter.test(text.slice(to, to + reach));

/** Whether digits are values: a unit follows, or the values are announced. */
export const areValues = ({ text }: Joined, { from, to }: Span): boolean =>
  units.test(text.slice(to, to + reach)) || lists.test(text.slice(Math.max(0, from - reach), from));
