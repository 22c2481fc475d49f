import fc from 'fast-check';
import { wholeDocument, resolved, violation } from './api-document.ts';

/** Values of wrong types, for schemas of the OpenAPI document. */

const wrongKinds = fc.constantFrom<unknown[]>(
  ...[null, true, false, 0, -1, 1.5, 1e308, '', 'null', [], [[]], {}, { a: 1 }],
);

/** Any code point except surrogates, like the unit 'binary'. That unit takes fast-check a second to prepare. */
const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((codePoint) => String.fromCodePoint(codePoint));

const strange = fc.oneof(
  fc.string({ unit: character, maxLength: 40 }),
  fc.constantFrom(
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00y',
    '\u202e',
    ' ',
    '\r\n',
    '../..',
    '${7*7}',
    "' OR 1=1 --",
  ),
);

/** A value that the schema allows. */
const sample = (schema: any): any => {
  const { examples, default: fallback, type, minLength = 1, pattern } = resolved(schema);
  if (examples !== undefined) return examples[0];
  if (fallback !== undefined) return fallback;
  return type === 'string' ? (pattern?.includes('https') ? 'https://a.example' : 'x'.repeat(minLength)) : 1;
};

const nearStrings = ({ minLength = 0, maxLength = 1, enum: values = [], const: only }: any) =>
  fc.oneof(
    fc.constantFrom('', 'x'.repeat(Math.max(0, minLength - 1)), 'x'.repeat(maxLength + 1)),
    fc.constantFrom('😀'.repeat(maxLength + 1), ...[...values, only ?? 'x'].map((value) => `${value} `)),
    strange,
    wrongKinds,
  );

const nearNumbers = ({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: any) =>
  fc.oneof(
    fc.constantFrom(minimum - 1, maximum + 1, minimum + 0.5, -maximum, 2 ** 53, Number.MAX_VALUE, 5e-324),
    fc.constantFrom(String(minimum), `${minimum}px`, 'NaN', 'Infinity'),
    wrongKinds,
  );

const nearArrays = ({ items, maxItems = 1 }: any): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constant(Array.from({ length: maxItems + 1 }, () => sample(items))),
    fc.tuple(fc.nat({ max: 3 }), near(items)).map(([before, bad]) => {
      return [...Array.from({ length: before }, () => sample(items)), bad];
    }),
    wrongKinds,
  );

const own = (base: object, name: string, value: unknown): object =>
  Object.defineProperty({ ...base }, name, { value, enumerable: true, configurable: true, writable: true });

const unknownNames = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'Upload_id', 'x'.repeat(300)),
  strange,
);

const without = (base: object, name: string): object =>
  Object.fromEntries(Object.entries(base).filter(([key]) => key !== name));

/** Objects like `base` with one defect. */
const nearObjects = ({ properties = {} }: any, base: object): fc.Arbitrary<unknown> => {
  const names = Object.keys(properties);
  if (names.length === 0) return wrongKinds;
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .constantFrom(...names)
        .chain((name) => near(properties[name]).map((value) => own(base, name, value))),
    },
    {
      weight: 2,
      arbitrary: fc.tuple(unknownNames, wrongKinds).map(([name, value]) => own(base, name, value)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...names).map((name) => without(base, name)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...names).map((name) => own(base, name, sample(properties[name]))),
    },
    { weight: 1, arbitrary: wrongKinds },
    { weight: 1, arbitrary: fc.constantFrom([base], [base, base], { body: base }) },
  );
};

/** Values near the limits of the schema, valid and invalid. */
const near = (raw: any): fc.Arbitrary<unknown> => {
  const schema = resolved(raw);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(near));
  if (schema.type === 'string' || 'const' in schema) return nearStrings(schema);
  if (schema.type === 'integer') return nearNumbers(schema);
  if (schema.type === 'array') return nearArrays(schema);
  return schema.type === 'object' ? nearObjects(schema, {}) : wrongKinds;
};

/** JSON bodies that violate the schema of an operation's request. */
export const malformedBodies = (path: string, method: string): fc.Arbitrary<unknown> => {
  const { content } = wholeDocument.paths[path][method].requestBody;
  const [type = ''] = Object.keys(content);
  const { schema, example } = content[type];
  const place = ['paths', path, method, 'requestBody', 'content', type, 'schema'];
  return nearObjects(resolved(schema), example).filter(
    (body) => violation(JSON.parse(JSON.stringify(body)), ...place) !== undefined,
  );
};

/** Query strings with one parameter that violates its schema. */
export const malformedQueries = (path: string, method: string): fc.Arbitrary<string> => {
  const { parameters = [] } = wholeDocument.paths[path][method];
  const bad: fc.Arbitrary<string>[] = parameters.flatMap((parameter: any, at: number) => {
    if (parameter.in !== 'query') return [];
    const place = ['paths', path, method, 'parameters', String(at), 'schema'];
    const typed = (text: string) =>
      parameter.schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
    return [
      near(parameter.schema)
        .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
        .filter((text) => text.isWellFormed() && violation(typed(text), ...place) !== undefined)
        .map((text) => `${parameter.name}=${encodeURIComponent(text)}`),
    ];
  });
  const unknown = unknownNames
    .filter((name) => name.isWellFormed() && !parameters.some((one: any) => one.name === name))
    .map((name) => `${encodeURIComponent(name)}=1`);
  return fc.oneof(unknown, ...bad);
};
