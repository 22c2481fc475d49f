import type { Item } from '#lib/platform/aws/table.ts';
import { isDeepStrictEqual } from 'node:util';

export type Scope = {
  readonly item: Item;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Item;
};
type Evaluate<T> = (scope: Scope) => T;

const tokenPattern = /<>|<=|>=|[()=<>,+-]|[#:]?\w+(?:\.#?\w+)*/g;

/** Reads the tokens of a DynamoDB expression one by one. */
const reader = (text: string) => {
  const tokens = text.match(tokenPattern) ?? [];
  let at = 0;
  const peek = (): string => tokens[at] ?? '';
  return {
    peek,
    next: (): string => tokens[at++] ?? '',
    take: (token: string): boolean => {
      if (peek() !== token) return false;
      at += 1;
      return true;
    },
    expect: (token: string): void => {
      if (tokens[at++] !== token) throw new Error(`"${token}" is expected in: ${text}`);
    },
    isAtEnd: (): boolean => at >= tokens.length,
  };
};
type Reader = ReturnType<typeof reader>;

type Path = readonly string[];

/** The path of an attribute: its name, and the keys of the maps in it. */
const attribute =
  (token: string): Evaluate<Path> =>
  ({ names }) =>
    token.split('.').map((name) => (name.startsWith('#') ? (names[name] ?? name) : name));

const isMap = (value: unknown): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Set);

const valueAt = (item: unknown, [name, ...rest]: Path): unknown =>
  name === undefined ? item : isMap(item) ? valueAt(item[name], rest) : undefined;

/** The item with this value at a path. If the value is undefined, the item without the path. */
const withValue = (item: Item, [name = '', ...rest]: Path, value: unknown): Item => {
  if (rest.length > 0) {
    const map = item[name];
    if (!isMap(map)) throw new Error(`The path of the update goes through ${name}, which is no map.`);
    return { ...item, [name]: withValue(map, rest, value) };
  }
  const { [name]: _before, ...others } = item;
  return value === undefined ? others : { ...others, [name]: value };
};

const sizeOf = (value: unknown): number | undefined => {
  if (value instanceof Set) return value.size;
  return typeof value === 'string' || Array.isArray(value) ? value.length : undefined;
};

const operand = (read: Reader): Evaluate<unknown> => {
  const token = read.next();
  if (token.startsWith(':')) return ({ values }) => values[token];
  if (token === 'size' || token === 'if_not_exists') {
    read.expect('(');
    const name = attribute(read.next());
    const other = token === 'size' ? undefined : (read.expect(','), operand(read));
    read.expect(')');
    if (!other) return (scope) => sizeOf(valueAt(scope.item, name(scope)));
    return (scope) => valueAt(scope.item, name(scope)) ?? other(scope);
  }
  const name = attribute(token);
  return (scope) => valueAt(scope.item, name(scope));
};

const compare = (left: any, operator: string, right: any): boolean => {
  const isSame = left === right || (Array.isArray(left) && isDeepStrictEqual(left, right));
  if (operator === '=') return left !== undefined && isSame;
  if (operator === '<>') return !isSame;
  if (left === undefined || typeof left !== typeof right) return false;
  if (operator === '<') return left < right;
  if (operator === '<=') return left <= right;
  return operator === '>' ? left > right : left >= right;
};

const includes = (whole: unknown, part: unknown): boolean => {
  if (whole instanceof Set) return whole.has(part);
  if (typeof whole === 'string') return whole.includes(String(part));
  return Array.isArray(whole) && whole.includes(part);
};

const beginsWith = (whole: unknown, part: unknown): boolean =>
  typeof whole === 'string' && whole.startsWith(String(part));

const primary = (read: Reader): Evaluate<boolean> => {
  if (read.take('(')) {
    const inner = anyOf(read);
    read.expect(')');
    return inner;
  }
  if (read.take('NOT')) {
    const refused = primary(read);
    return (scope) => !refused(scope);
  }
  const token = read.peek();
  if (
    token === 'attribute_exists' ||
    token === 'attribute_not_exists' ||
    token === 'contains' ||
    token === 'begins_with'
  ) {
    read.next();
    read.expect('(');
    const name = attribute(read.next());
    const part = token.startsWith('attribute') ? undefined : (read.expect(','), operand(read));
    read.expect(')');
    if (part && token === 'contains')
      return (scope) => includes(valueAt(scope.item, name(scope)), part(scope));
    if (part) return (scope) => beginsWith(valueAt(scope.item, name(scope)), part(scope));
    const exists = token === 'attribute_exists';
    return (scope) => (valueAt(scope.item, name(scope)) !== undefined) === exists;
  }
  const left = operand(read);
  const operator = read.next();
  if (operator !== 'IN' && !/^[<>=]+$/.test(operator)) throw new Error(`"${operator}" is not an operator.`);
  if (operator !== 'IN') {
    const right = operand(read);
    return (scope) => compare(left(scope), operator, right(scope));
  }
  const choices: Evaluate<unknown>[] = [];
  read.expect('(');
  do choices.push(operand(read));
  while (read.take(','));
  read.expect(')');
  return (scope) => choices.some((choice) => compare(left(scope), '=', choice(scope)));
};

const allOf = (read: Reader): Evaluate<boolean> => {
  const parts = [primary(read)];
  while (read.take('AND')) parts.push(primary(read));
  return (scope) => parts.every((part) => part(scope));
};

const anyOf = (read: Reader): Evaluate<boolean> => {
  const parts = [allOf(read)];
  while (read.take('OR')) parts.push(allOf(read));
  return (scope) => parts.some((part) => part(scope));
};

const numberOf = (value: unknown): number => {
  if (typeof value !== 'number') throw new Error('An expression calculates with what is no number.');
  return value;
};

const sum = (read: Reader): Evaluate<unknown> => {
  const first = operand(read);
  const sign = read.take('+') ? 1 : read.take('-') ? -1 : 0;
  if (sign === 0) return first;
  const second = operand(read);
  return (scope) => numberOf(first(scope)) + sign * numberOf(second(scope));
};

const added = (before: unknown, value: unknown): unknown =>
  value instanceof Set
    ? new Set([...(before instanceof Set ? before : []), ...value])
    : numberOf(before ?? 0) + numberOf(value);

const without = (before: unknown, value: unknown): unknown => {
  if (!(before instanceof Set) || !(value instanceof Set)) return before;
  const left = before.difference(value);
  return left.size > 0 ? left : undefined;
};

type Assign = Evaluate<readonly [Path, unknown]>;

const assignment = (verb: string, read: Reader): Assign => {
  const name = attribute(read.next());
  if (verb === 'REMOVE') return (scope) => [name(scope), undefined];
  if (verb === 'SET') read.expect('=');
  const value = verb === 'SET' ? sum(read) : operand(read);
  if (verb === 'SET') return (scope) => [name(scope), value(scope)];
  const change = verb === 'ADD' ? added : without;
  return (scope) => [name(scope), change(valueAt(scope.item, name(scope)), value(scope))];
};

const assignments = (text: string): Assign[] => {
  const read = reader(text);
  const found: Assign[] = [];
  while (!read.isAtEnd()) {
    const verb = read.next();
    if (!['SET', 'REMOVE', 'ADD', 'DELETE'].includes(verb) || read.isAtEnd())
      throw new Error(`"${verb}" is not understood in: ${text}`);
    do found.push(assignment(verb, read));
    while (read.take(','));
  }
  return found;
};

/** Caches compiled expressions, because a few expressions are used very often. */
const memoized = <T>(compile: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text) ?? compile(text);
    known.set(text, found);
    return found;
  };
};

const conditionOf = memoized((text) => {
  const read = reader(text);
  const condition = anyOf(read);
  if (!read.isAtEnd()) throw new Error(`"${read.peek()}" is not understood in: ${text}`);
  return condition;
});
const assignmentsOf = memoized(assignments);

/** The placeholders of names (`#name`) and values (`:value`) in an expression. */
export const placeholdersOf = memoized((text): ReadonlySet<string> => new Set(text.match(/[#:]\w+/g)));

/** Evaluates a condition expression of DynamoDB. Supports only the syntax that the product uses. */
export const holds = (condition: string, scope: Scope): boolean => conditionOf(condition)(scope);

/** The item after an update expression. */
export const updated = (expression: string, scope: Scope): Item => {
  const changes = assignmentsOf(expression).map((assign) => assign(scope));
  return changes.reduce((item, [path, value]) => withValue(item, path, value), scope.item);
};
