import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { customized, synthesize } from '../support/templates.ts';
import { logEvents, pageAt, root } from './pages.ts';

/** A function, relative to functions/, and an event that somebody is told to look for in its log. */
type Place = { readonly file: string; readonly event: string };

const mention = /log of `?(?:functions\/)?((?:[a-z-]+\/)+[\w-]+)|\w+\.\w+/g;

/**
 * The events of a text, each with the function that the text named last before it as "the log of"; events before the first one
 * belong to that one. A list of events, of which a log has some, is left out.
 */
const placesIn = (text: string): Place[] => {
  const mentions = [...text.replaceAll(/message in \[[^\]]*\]/g, '').matchAll(mention)];
  let file = mentions.find(([, named]) => named !== undefined)?.[1];
  return mentions.flatMap(([event, named]) => {
    file = named ?? file;
    return file !== undefined && logEvents.has(event) ? [{ file, event }] : [];
  });
};

/** The code of functions by file, without what no call reaches. The list of metrics names events that a function may not log. */
const codeOf = (files: readonly string[]): ReadonlyMap<string, string> => {
  const { outputFiles } = buildSync({
    entryPoints: files.map((file) => join(root, 'functions', `${file}.ts`)),
    external: ['./metrics.ts'],
    packages: 'external',
    alias: { '#lib': join(root, 'lib'), '#functions': join(root, 'functions') },
    outdir: join(root, 'functions'),
    outbase: join(root, 'functions'),
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    treeShaking: true,
  });
  return new Map(
    files.map((file) => [file, outputFiles.find(({ path }) => path.endsWith(`${file}.js`))?.text ?? '']),
  );
};

const wrong = (places: readonly Place[]): Place[] => {
  const code = codeOf([...new Set(places.map(({ file }) => file))]);
  // One event of payments is named by a variable.
  const nameOf = (event: string) => (event === 'payment.uncredited' ? '`payment.${' : `"${event}"`);
  return places.filter(({ file, event }) => !code.get(file)?.includes(nameOf(event)));
};

test('each event that docs/operations.md looks for in the log of one function is logged by that function', () => {
  const places = pageAt('docs/operations.md').text.split('\n').flatMap(placesIn);
  expect(places.length).toBeGreaterThan(1);
  expect(wrong(places)).toEqual([]);
});

test('each event that the text of an alarm looks for in the log of one function is logged by that function', () => {
  const texts = synthesize(customized)
    .ofType('AWS::CloudWatch::Alarm')
    .map(({ Properties }) => String(Properties['AlarmDescription']));
  const places = [...new Set(texts)].flatMap(placesIn);
  expect(places.length).toBeGreaterThan(20);
  expect(wrong(places)).toEqual([]);
});
