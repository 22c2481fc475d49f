import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RootConstruct } from 'constructs';
import { expect, test } from 'vitest';
import { contextOfFile } from '#cdk/context.ts';
import { readSettings } from '#cdk/settings.ts';
import { laptopContext } from '#local/context.ts';
import { notOnALaptop } from '#local/synth.ts';
import { settingsAlone, settingSamples } from '../support/setting-samples.ts';
import { testFolder } from '../support/test-folder.ts';

const dir = testFolder();

const read = (context: Record<string, unknown>) => {
  const { node } = new RootConstruct();
  for (const [name, value] of Object.entries(context)) node.setContext(name, value);
  return readSettings(node);
};

/** The settings of `npm start` with this cdk.json. */
const onLaptop = (cdkJson: object) => {
  const file = join(dir, 'cdk.json');
  writeFileSync(file, JSON.stringify(cdkJson));
  return read({ ...contextOfFile(file), ...laptopContext(file) });
};

test('npm start has sample products if cdk.json has none', () => {
  expect(onLaptop({ app: 'node app.ts' }).products).not.toEqual([]);
  expect(onLaptop({ app: 'node app.ts', context: {} }).products).not.toEqual([]);
});

test('npm start has the products in cdk.json', () => {
  const context = { products: settingSamples.products };
  expect(onLaptop({ app: 'node app.ts', context }).products).toEqual(read(context).products);
});

/**
 * The settings that the laptop sets itself. The translator depends on the machine. Without products in cdk.json, there are
 * sample products.
 */
const laptopOnly = ['translator', 'products'];

const fromFile = (settings: object): object =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !laptopOnly.includes(name)));

test.each(Object.entries(settingsAlone))('npm start accepts cdk.json with only %s', (_, context) => {
  expect(read(context)).toMatchObject(fromFile(onLaptop({ app: 'node app.ts', context })));
});

test('npm start accepts cdk.json with all settings', () => {
  const settings = onLaptop({ app: 'node app.ts', context: settingSamples });
  expect(read(settingSamples)).toMatchObject(fromFile(settings));
});

test.each(['table', 'realtimeDomain'] as const)(
  'whatever runs on a laptop, npm run demo too, leaves out the %s of a deployment, because the laptop has its own',
  (name) => {
    const context = { [name]: settingSamples[name] };
    expect(read(context)[name]).toEqual(settingSamples[name]);
    expect(read({ ...context, ...notOnALaptop })[name]).toBeUndefined();
  },
);
