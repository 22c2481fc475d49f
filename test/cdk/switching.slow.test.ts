import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingSamples } from '../support/setting-samples.ts';
import { synthesize } from '../support/templates.ts';

type Templates = ReturnType<typeof synthesize>;

const importsOf = (stack: object): string[] =>
  [...JSON.stringify(stack).matchAll(/\{"Fn::ImportValue":"([^"]+)"\}/g)].map(([, name = '']) => name);

const exportsOf = ({ stacks }: Templates): string[] =>
  stacks.flatMap(({ Outputs }) => Object.values(Outputs).flatMap(({ Export }) => Export?.Name ?? []));

/** The exports that an update removes while a stack that is updated later, or no more, still imports them. */
const refusedBy = (before: Templates, after: Templates): string[] => {
  const kept = new Set(exportsOf(after));
  return [...new Set(before.stacks.flatMap(importsOf))].filter(
    // The stack of realtime sessions is destroyed after the others no longer import from it.
    (name) => !kept.has(name) && !name.startsWith('EarshotRealtime:'),
  );
};

// A stage is another deployment.
const switched = Object.entries(settingSamples).filter(([name]) => !['products', 'stage'].includes(name));

test.each(switched)(
  'the setting %s can be switched on and off again without taking away what another stack imports',
  (name, value) => {
    const [without, withSetting] = [synthesize(), synthesize({ [name]: value })];
    expect(refusedBy(without, withSetting)).toEqual([]);
    expect(refusedBy(withSetting, without)).toEqual([]);
  },
);

test('products can be added; before the last one is removed, the stacks that docs/operations.md names let go of the secrets', () => {
  const [without, selling] = [synthesize(), synthesize({ products: settingSamples.products })];
  expect(refusedBy(without, selling)).toEqual([]);
  expect(refusedBy(selling, without)).toEqual([
    expect.stringContaining('EarshotData:ExportsOutputRefStripeApiKey'),
    expect.stringContaining('EarshotData:ExportsOutputRefStripeSigningSecret'),
  ]);
  const gone = new Set(refusedBy(selling, without));
  const importers = selling.stacks.flatMap((stack) =>
    importsOf(stack).some((name) => gone.has(name)) ? stack.stack : [],
  );
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const [, named = ''] = /empty `products` with `npx cdk deploy ([\w ]+) --exclusively`/.exec(page) ?? [];
  expect(named.split(' ').toSorted()).toEqual(importers.toSorted());
});
