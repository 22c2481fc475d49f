import { wholeDocument, resolved } from './api-document.ts';

/** Values that are wrong almost everywhere. */
const wrongValues: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 10_000, 1e308, '', ' ', 'x', 'x'.repeat(5_000), '\u0000', '\ud800', '\ufffd'],
  ...['ftp://a.example', 'https://a b', '2026-02-30T00:00:00.000Z', '-000001-01-01T00:00:00Z', 'not a tag'],
  ...[
    '9999-12-31T23:59:59-23:00',
    '2026-02-30',
    '1999-01-01',
    '//evil.example',
    '/api',
    '-1',
    '1.5',
    '10000',
  ],
  ...[[], [null], [''], ['x'.repeat(101)], Array.from({ length: 2_000 }, (_, at) => `${at}`), ['\ufffd']],
  ...[
    {},
    { a: 1 },
    { '': 'a' },
    { type: 'both_ways' },
    { type: 'one_way', language_a: 'en', language_b: 'es' },
  ],
  ...[{ language_a: 'en', language_b: 'en-GB' }, { target_language: 'not a tag' }],
  ...[{ numerals: 'words' }, { fillers: 'some' }, { format: 'pcm_s16le' }],
];

const broken = (base: object, names: readonly string[]): unknown[] => [
  ...names.flatMap((name) => wrongValues.map((value) => ({ ...base, [name]: value }))),
  ...names.map((name) => Object.fromEntries(Object.entries(base).filter(([key]) => key !== name))),
  { ...base, colour: 'red' },
];

/** The bodies for an operation in which one field in turn has wrong values, is missing, or stands beside an unknown field. */
export const wrongBodies = (path: string, method: string): unknown[] => {
  const [{ schema, example }] = Object.values<any>(wholeDocument.paths[path][method].requestBody.content);
  return [null, [], 'text', ...broken(example, Object.keys(resolved(schema).properties))];
};

/** The corresponding queries. All their parameters are texts. */
export const wrongQueries = (path: string, method: string): unknown[] => {
  const { parameters = [] } = wholeDocument.paths[path][method];
  const names: string[] = parameters.flatMap((one: any) => (one.in === 'query' ? [one.name] : []));
  return broken({}, names).map((query) =>
    Object.fromEntries(Object.entries(Object(query)).map(([name, value]) => [name, String(value)])),
  );
};
