import * as z from 'zod';
import type { Stack } from './assembly.ts';
import { physicalName, type Place, returnValuesOf, withLocalAddresses } from './attributes.ts';

/** The targets of references in template values: their stack, the pseudo parameters, and the exports of all stacks. */
export type Scope = {
  readonly stack: Stack;
  readonly place: Place;
  readonly exported: ReadonlyMap<string, { readonly stack: Stack; readonly value: unknown }>;
};

/** The `exported` part of a scope. */
export const exportsOf = (stacks: readonly Stack[]): Scope['exported'] =>
  new Map(
    stacks.flatMap((stack) =>
      Object.values(stack.Outputs).flatMap(({ Export, Value: value }) =>
        Export ? [[Export.Name, { stack, value }]] : [],
      ),
    ),
  );

/** Evaluates the intrinsic functions in a template value. Throws on an unknown one. AWS::NoValue is `undefined`. */
export const resolve = (value: unknown, scope: Scope): unknown => {
  if (Array.isArray(value)) {
    return value.map((item) => resolve(item, scope)).filter((item) => item !== undefined);
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [''];
  if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) {
    const intrinsic = intrinsics[name];
    if (!intrinsic) throw new Error(`${name} is not supported here (stack ${scope.stack.name}).`);
    return intrinsic(argument, scope);
  }
  return Object.fromEntries(
    entries.map(([key, item]) => [key, resolve(item, scope)]).filter(([, item]) => item !== undefined),
  );
};

const Text = z.string();
const textOf = (value: unknown, scope: Scope): string => Text.parse(resolve(value, scope));
const listOf = (value: unknown, scope: Scope): unknown[] => z.array(z.unknown()).parse(resolve(value, scope));
const WithText = z.tuple([Text, z.unknown()]);
const WithIndex = z.tuple([z.coerce.number().int(), z.unknown()]);
const Path = z.tuple([Text, Text]).transform((parts) => parts.join('.'));

const intrinsics: Record<string, (argument: unknown, scope: Scope) => unknown> = {
  Ref: (argument, scope) => reference(Text.parse(argument), scope),
  'Fn::GetAtt': (argument, scope) => attribute(Path.parse(argument), scope),
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = WithText.parse(argument);
    return withLocalAddresses(listOf(parts, scope).join(separator), scope.place);
  },
  'Fn::Split': (argument, scope) => {
    const [separator, text] = WithText.parse(argument);
    return textOf(text, scope).split(separator);
  },
  'Fn::Select': (argument, scope) => {
    const [index, items] = WithIndex.parse(argument);
    return listOf(items, scope)[index];
  },
  'Fn::Sub': (argument, scope) =>
    Text.parse(argument).replaceAll(/\$\{([^}]+)\}/g, (_whole, name: string) =>
      name.includes('.') ? attribute(name, scope) : (reference(name, scope) ?? ''),
    ),
  'Fn::ImportValue': (argument, scope) => {
    const name = textOf(argument, scope);
    const found = scope.exported.get(name);
    if (!found) throw new Error(`No stack exports ${name}.`);
    return resolve(found.value, { ...scope, stack: found.stack });
  },
};

const reference = (name: string, scope: Scope): string | undefined => {
  if (name === 'AWS::NoValue') return undefined;
  const pseudo: Record<string, string> = {
    'AWS::Region': scope.place.region,
    'AWS::AccountId': scope.place.accountId,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': scope.stack.name,
  };
  return pseudo[name] ?? attribute(`${name}.Ref`, scope);
};

const attribute = (path: string, { stack, place }: Scope): string => {
  const dot = path.indexOf('.');
  const logicalId = path.slice(0, dot);
  const name = path.slice(dot + 1);
  const resource = stack.Resources[logicalId];
  if (!resource) throw new Error(`Stack ${stack.name} has no resource ${logicalId}.`);
  const value = returnValuesOf(resource.Type, physicalName(stack.name, logicalId), place)[name];
  if (value === undefined) throw new Error(`${resource.Type} ${logicalId} has no known attribute ${name}.`);
  return value;
};
