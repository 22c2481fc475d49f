type Text = string | number | boolean;
type Elements = { readonly [name: string]: Text | Elements | readonly Elements[] | undefined };

const namedEntities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** An XML document. A list repeats its element, and undefined omits it. */
export const toXml = (root: string, content: Elements): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, content)}`;

const element = (name: string, content: Elements[string]): string => {
  if (content === undefined) return '';
  if (isList(content)) return content.map((one) => element(name, one)).join('');
  const inner =
    typeof content === 'object'
      ? Object.entries(content)
          .map(([child, value]) => element(child, value))
          .join('')
      : escape(String(content));
  return `<${name}>${inner}</${name}>`;
};

// Array.isArray does not narrow a readonly array.
const isList = (content: Elements[string]): content is readonly Elements[] => Array.isArray(content);

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#13;');

/** The escaped content of every `<name>` element. */
export const contentsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>(.*?)</${name}>`, 'gs'))].map((match) => match[1] ?? '');

/** The text of the first `<name>` element. */
export const textOf = (xml: string, name: string): string | undefined =>
  contentsOf(xml, name)[0]?.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (found, entity: string) =>
    entity.startsWith('#')
      ? String.fromCodePoint(Number(`0${entity.slice(1)}`))
      : (namedEntities.get(entity) ?? found),
  );
