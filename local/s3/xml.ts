export type Elements = {
  readonly [name: string]: string | number | boolean | Elements | readonly (Elements | string)[] | undefined;
};

const entityOf = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
  ['\r', '&#13;'],
]);
const characterOf = new Map([...entityOf].map(([character, entity]) => [entity, character]));

const escape = (text: string): string =>
  text.replaceAll(/[&<>"'\r]/g, (found) => entityOf.get(found) ?? found);

const unescape = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]+)|#(\d+)|\w+);/gi, (found, hex?: string, decimal?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return characterOf.get(found) ?? found;
  });

const inner = (content: Elements | string | number | boolean): string => {
  if (typeof content !== 'object') return escape(String(content));
  return Object.entries(content)
    .map(([name, value]) => (isList(value) ? value : [value]).map((one) => element(name, one)).join(''))
    .join('');
};

const element = (name: string, content: Elements | string | number | boolean | undefined): string =>
  content === undefined ? '' : `<${name}>${inner(content)}</${name}>`;

// Array.isArray does not narrow a readonly array.
const isList = (value: Elements[string]): value is readonly (Elements | string)[] => Array.isArray(value);

/** A whole document. A list repeats its element; undefined leaves the element out. */
export const toXml = (root: string, content: Elements): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content)}`;

/** What stands between the tags of every `<name>` element, still escaped. */
export const contentsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>(.*?)</${name}>`, 'gs'))].map((match) => match[1] ?? '');

/** The text of the first `<name>` element. */
export const textOf = (xml: string, name: string): string | undefined => {
  const [first] = contentsOf(xml, name);
  return first === undefined ? undefined : unescape(first);
};
