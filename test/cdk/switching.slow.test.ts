import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingsAlone, settingSamples } from '../support/setting-samples.ts';
import { synthesize } from '../support/templates.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/deployment.md'), 'utf8');

type Templates = ReturnType<typeof synthesize>;

const importsOf = (stack: object): string[] =>
  [...JSON.stringify(stack).matchAll(/\{"Fn::ImportValue":"([^"]+)"\}/g)].map(([, name = '']) => name);

const exportsOf = ({ stacks }: Templates): string[] =>
  stacks.flatMap(({ Outputs }) => Object.values(Outputs).flatMap(({ Export }) => Export?.Name ?? []));

/**
 * The exports that an update removes although another stack still imports them, because that stack is updated later or not at
 * all.
 */
const refusedBy = (before: Templates, after: Templates): string[] => {
  const kept = new Set(exportsOf(after));
  return [...new Set(before.stacks.flatMap(importsOf))].filter((name) => !kept.has(name));
};

type Reserved = ReadonlyMap<string, number>;

/** The reserved concurrency of each function of these stacks. The default is all stacks. */
const reservedBy = ({ resources }: Templates, isWanted = (_stack: string) => true): Reserved =>
  new Map(
    resources
      .filter(({ stack }) => isWanted(stack))
      .map(({ stack, id, Properties }) => [
        `${stack}/${id}`,
        Properties['ReservedConcurrentExecutions'] ?? 0,
      ]),
  );

/** The maximum reserved concurrency during an update, which changes functions in any order. */
const mostReserved = (before: Reserved, after: Reserved): number =>
  [...new Map([...before, ...after]).keys()]
    .map((id) => Math.max(before.get(id) ?? 0, after.get(id) ?? 0))
    .reduce((sum, reserved) => sum + reserved, 0);

/**
 * These settings remove references between stacks. Together with other settings that need the references, the removal would not
 * be detected.
 */
const changingReferences = ['realtime', 'apiDomain', 'realtimeDomain', 'consoleDomain', 'table'];
// A stage is another deployment, and products have their own test below.
const changingNone = Object.keys(settingsAlone).filter(
  (name) => ![...changingReferences, 'products', 'stage'].includes(name),
);

const referencesOf = ({ stacks }: Templates): string[] =>
  stacks.flatMap((stack) => importsOf(stack).map((name) => `${stack.stack} imports ${name}`));

test.each(changingReferences)(
  'the setting %s can be switched on and off again without taking away what another stack imports',
  (name) => {
    const without = synthesize();
    const withSetting = synthesize(settingsAlone[name]);
    expect(refusedBy(without, withSetting)).toEqual([]);
    expect(refusedBy(withSetting, without)).toEqual([]);
  },
);

test('all other settings change nothing that a stack exports or imports', () => {
  const context = Object.assign({}, ...changingNone.map((name) => settingsAlone[name]));
  const without = synthesize();
  const withSettings = synthesize(context);
  expect(new Set(exportsOf(withSettings))).toEqual(new Set(exportsOf(without)));
  expect(new Set(referencesOf(withSettings))).toEqual(new Set(referencesOf(without)));
});

test('before EarshotData changes its key, the other stacks can be deployed with the new one', () => {
  const { encryptionKeyArn, formerKeyArns } = settingSamples;
  const exported = exportsOf(synthesize());
  for (const context of [{ encryptionKeyArn }, { encryptionKeyArn, formerKeyArns }, { formerKeyArns }]) {
    const others = synthesize(context).stacks.filter(({ stack }) => stack !== 'EarshotData');
    expect(exported).toEqual(expect.arrayContaining(others.flatMap(importsOf)));
  }
});

test('before EarshotData loses the own domains, the other stacks can be deployed without them, and then use no domain', () => {
  const { apiDomain, realtimeDomain, consoleDomain, products } = settingSamples;
  const before = synthesize({ apiDomain, realtimeDomain, consoleDomain, products });
  const others = synthesize({ products }).stacks.filter(({ stack }) => stack !== 'EarshotData');
  expect(exportsOf(before)).toEqual(expect.arrayContaining(others.flatMap(importsOf)));
  const users = ({ stacks }: Pick<Templates, 'stacks'>) =>
    stacks.filter((stack) => JSON.stringify(stack).includes('app.example')).map(({ stack }) => stack);
  expect(users({ stacks: others })).toEqual([]);
  const [, named = ''] = /domain is removed[^]*?`npx cdk deploy ([\w ]+) --exclusively`/.exec(page) ?? [];
  expect(named.split(' ').toSorted()).toEqual(
    users(before)
      .filter((stack) => stack !== 'EarshotData')
      .toSorted(),
  );
});

test('products can be added; before the last one is removed, the stacks that docs/deployment.md names let go of the secrets', () => {
  const without = synthesize();
  const selling = synthesize({ products: settingSamples.products });
  expect(refusedBy(without, selling)).toEqual([]);
  expect(refusedBy(selling, without)).toEqual([
    expect.stringContaining('EarshotData:ExportsOutputRefStripeApiKey'),
    expect.stringContaining('EarshotData:ExportsOutputRefStripeSigningSecret'),
  ]);
  const gone = new Set(refusedBy(selling, without));
  const importers = selling.stacks.flatMap((stack) =>
    importsOf(stack).some((name) => gone.has(name)) ? stack.stack : [],
  );
  const [, named = ''] = /empty `products` with `npx cdk deploy ([\w ]+) --exclusively`/.exec(page) ?? [];
  expect(named.split(' ').toSorted()).toEqual(importers.toSorted());
});

describe('on a small account all steps of a change leave the 100 executions that Lambda does not let be reserved', () => {
  const accountConcurrency = 145;
  const on = synthesize({ accountConcurrency });
  const off = synthesize({ accountConcurrency, realtime: 'off' });
  const isRealtime = (stack: string) => stack === 'EarshotRealtime';
  const isWorkers = (stack: string) => stack === 'EarshotWorkers';
  /** The minimum unreserved concurrency during the updates from state to state. */
  const leastLeft = (...states: readonly Reserved[]) =>
    accountConcurrency -
    Math.max(...states.map((state, i) => mostReserved(states[Math.max(0, i - 1)] ?? state, state)));

  test('realtime sessions are switched off: their stack is destroyed first', () => {
    const destroyed = reservedBy(on, (stack) => !isRealtime(stack));
    expect(leastLeft(reservedBy(on), destroyed, reservedBy(off))).toBeGreaterThanOrEqual(100);
    expect(leastLeft(reservedBy(on), reservedBy(off))).toBeLessThan(100);
    expect(page).toMatch(/`npx cdk destroy EarshotRealtime`, set `realtime: off`, and deploy `--all`/);
  });

  test('realtime sessions are switched on: the workers are deployed first', () => {
    const roomMade = new Map([
      ...reservedBy(off, (stack) => !isWorkers(stack)),
      ...reservedBy(on, isWorkers),
    ]);
    expect(leastLeft(reservedBy(off), roomMade, reservedBy(on))).toBeGreaterThanOrEqual(100);
  });
});
