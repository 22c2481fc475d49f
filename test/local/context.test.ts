import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RootConstruct } from 'constructs';
import { afterAll, expect, test } from 'vitest';
import { contextOfFile } from '#cdk/context.ts';
import { readSettings } from '#cdk/settings.ts';
import { laptopContext } from '#local/context.ts';
import { settingSamples } from '../support/setting-samples.ts';

const dir = mkdtempSync(join(tmpdir(), 'earshot-context-'));
afterAll(() => rmSync(dir, { recursive: true }));

const read = (context: Record<string, unknown>) => {
  const { node } = new RootConstruct();
  for (const [name, value] of Object.entries(context)) node.setContext(name, value);
  return readSettings(node);
};

/** The settings with which `npm start` synthesizes the app, when cdk.json has this in it. */
const onLaptop = (cdkJson: object) => {
  const file = join(dir, 'cdk.json');
  writeFileSync(file, JSON.stringify(cdkJson));
  return read({ ...contextOfFile(file), ...laptopContext(file) });
};

test('the laptop sells something where cdk.json sets nothing', () => {
  expect(onLaptop({ app: 'node app.ts' }).products).not.toEqual([]);
  expect(onLaptop({ app: 'node app.ts', context: {} }).products).not.toEqual([]);
});

test('the laptop sells what cdk.json says', () => {
  const context = { products: settingSamples.products };
  expect(onLaptop({ app: 'node app.ts', context }).products).toEqual(read(context).products);
});

test.each(Object.entries(settingSamples))('the laptop starts with %s alone in cdk.json', (name, value) => {
  const context = { [name]: value };
  // Its translator depends on what the machine has, and it sells something where the settings do not say what.
  const { translator: _, products: _other, ...settings } = onLaptop({ app: 'node app.ts', context });
  expect(read(context)).toMatchObject(settings);
});

test('the laptop starts with every setting in cdk.json', () => {
  const { translator: _, ...settings } = onLaptop({ app: 'node app.ts', context: settingSamples });
  expect(read(settingSamples)).toMatchObject(settings);
});
