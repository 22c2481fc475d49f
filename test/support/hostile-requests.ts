import { base, creating, exampleOf, json, type Malformed } from './malformed-requests.ts';

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const many = (count: number, one: string): string => Array.from({ length: count }, () => one).join(',');

/** Malformed requests that the generators do not create. */
export const hostileRequests: Malformed[] = [
  ...creating.flatMap((one): Malformed[] => {
    const example = exampleOf(one);
    const within = (fields: string) => `{${fields},${example.slice(1)}`;
    const texts: Record<string, string> = {
      'nothing at all': '',
      'a byte order mark': `\ufeff${example.slice(0, -1)}`,
      'depth 10,000': deep(10_000),
      'depth 10,000, never closed': '['.repeat(10_000),
      'depth 10,000 in a field': within(`"deep":${deep(10_000)}`),
      'objects of depth 10,000': '{"a":'.repeat(10_000) + 'null' + '}'.repeat(10_000),
      'a duplicate key, the last one bad': `${example.slice(0, -1)},"${Object.keys(JSON.parse(example))[0]}":7}`,
      'a duplicate key, both good': `${example.slice(0, -1)},${example.slice(1)}`,
      'a prototype': within('"__proto__":{"content_type":"audio/mpeg"}'),
      'a huge number': within('"size_bytes":1e400,"more":1'),
      'many digits': within(`"more":${'9'.repeat(100_000)}`),
      'very many unknown fields': `{${Array.from({ length: 60_000 }, (_, at) => `"f${at}":1`).join(',')}}`,
      'a very long unknown field': within(`"${'x'.repeat(900_000)}":1`),
    };
    return Object.entries(texts).map(([why, body]) => ({ why, ...base(one), headers: json, body }));
  }),
  {
    why: 'a term in Latin-1',
    method: 'POST',
    path: '/v1/transcriptions',
    headers: json,
    body: Buffer.from(`{"upload_id":"upl_${'a'.repeat(26)}","custom_vocabulary":["M\u00fcller"]}`, 'latin1'),
  },
  ...[
    `"language_hints":[${many(400_000, '1')}]`,
    `"custom_vocabulary":[${many(300_000, '""')}]`,
    `"custom_vocabulary":[${Array.from({ length: 101 }, (_, at) => `"t${at}"`).join(',')}]`,
    '"context":"\\ud800"',
    '"custom_vocabulary":["\\udc00"]',
    '"custom_vocabulary":["   "]',
    '"language_hints":["en_US"]',
    '"translation":{"language_a":"en-US","language_b":"en-GB"}',
    '"translation":{"target_language":"es"}',
  ].map((field): Malformed => ({
    why: field.slice(0, 60),
    method: 'POST',
    path: '/v1/transcriptions',
    headers: json,
    body: `{"upload_id":"upl_${'a'.repeat(26)}",${field}}`,
  })),
  ...['{"content_type":"text/plain"}', '{"content_type":"audio/mpeg","size_bytes":500000001}'].map(
    (body): Malformed => {
      return { why: body, method: 'POST', path: '/v1/transcription-uploads', headers: json, body };
    },
  ),
];
