import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Earshot, RealtimeConnection } from '../../sdk/typescript/index.ts';

const folder = join(import.meta.dirname, '../../sdk/python/src/earshot');

/** The methods of each class in a Python module, without those for the interpreter. */
const classesOf = (module: string): Record<string, string[]> =>
  Object.fromEntries(
    readFileSync(join(folder, `${module}.py`), 'utf8')
      .split(/^class /m)
      .slice(1)
      .map((text) => [
        /^\w+/.exec(text)?.[0] ?? '',
        text
          .matchAll(/^ {4}(?:async )?def ([a-z]\w*)\(/gm)
          .map(([, name = '']) => name)
          .toArray()
          .toSorted(),
      ]),
  );

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const methodsOf = (part: object): string[] =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(part))
    .filter((name) => name !== 'constructor')
    .map(snake)
    .toSorted();

const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'k' });
const parts: readonly (readonly [name: string, module: string, part: object])[] = [
  ['Transcriptions', 'transcriptions', earshot.transcriptions],
  ['Uploads', 'uploads', earshot.uploads],
  ['Files', 'files', earshot.files],
  ['RealtimeSessions', 'realtime', earshot.realtime],
  ['WebhookEndpoints', 'webhook_endpoints', earshot.webhooks],
  ['UsageReports', 'usage_reports', earshot.usage],
  ['RequestLog', 'request_log', earshot.requests],
];

test.each(parts)(
  '%s has the same methods in TypeScript and, blocking or not, in Python',
  (name, module, part) => {
    const wanted = methodsOf(part);
    expect(wanted).not.toEqual([]);
    const classes = classesOf(module);
    expect([classes[name], classes[`Async${name}`]]).toEqual([wanted, wanted]);
  },
);

test('the connection to a session has the same methods in TypeScript and, blocking or not, in Python', () => {
  const wanted = Object.getOwnPropertyNames(RealtimeConnection.prototype)
    .filter((name) => name !== 'constructor')
    .map(snake)
    .toSorted();
  const { RealtimeConnection: blocking, AsyncRealtimeConnection: asynchronous } =
    classesOf('realtime_connection');
  expect([blocking, asynchronous]).toEqual([wanted, wanted]);
});

test('both clients have the same parts and methods', () => {
  const source = readFileSync(join(folder, 'client.py'), 'utf8');
  const named = source
    .matchAll(/self\.([a-z]+) = \w+\(self\._runner\)/g)
    .map(([, name = '']) => name)
    .toArray();
  const inBoth = Object.keys(earshot).flatMap((name) => [name, name]);
  expect(named.toSorted()).toEqual(inBoth.toSorted());
  const { Earshot: blocking, AsyncEarshot: asynchronous } = classesOf('client');
  const wanted = [...methodsOf(earshot), 'close'].toSorted();
  expect([blocking, asynchronous]).toEqual([wanted, wanted]);
});
