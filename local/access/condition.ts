import * as z from 'zod';
import { matchesArn, matchesPattern } from './pattern.ts';

/** The condition keys that are evaluated here. */
const Key = z.enum([
  'dynamodb:LeadingKeys',
  'dynamodb:Attributes',
  'lambda:SourceFunctionArn',
  'ses:FromAddress',
]);
type Key = z.infer<typeof Key>;

/** The condition keys of a request. */
export type Context = Readonly<Partial<Record<Key, readonly string[]>>>;

/** Evaluates one entry of a Condition element. */
export type Condition = (context: Context) => boolean;

/** AWS takes a string for a list of one. */
export const OneOrMany = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const Wanted = z.partialRecord(Key, OneOrMany).default({});
const isAbsent = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

// Strict: ignoring an operator or key that is not enforced here would allow more than AWS does.
const Block = z.strictObject({
  'ForAllValues:StringLike': Wanted,
  'ForAnyValue:StringLike': Wanted,
  StringEquals: Wanted,
  ArnLike: Wanted,
  Null: z.partialRecord(Key, isAbsent).default({}),
});
type Operator = Exclude<keyof z.infer<typeof Block>, 'Null'>;

type Matches = (wanted: string, value: string) => boolean;
type Test = (values: readonly string[], wanted: readonly string[]) => boolean;

const isEqual: Matches = (wanted, value) => wanted === value;
/** Also true without values, as in AWS. */
const forAll =
  (matches: Matches): Test =>
  (values, wanted) =>
    values.every((value) => wanted.some((one) => matches(one, value)));
const forAny =
  (matches: Matches): Test =>
  (values, wanted) =>
    values.some((value) => wanted.some((one) => matches(one, value)));

const tests: Record<Operator, Test> = {
  'ForAllValues:StringLike': forAll(matchesPattern),
  'ForAnyValue:StringLike': forAny(matchesPattern),
  StringEquals: forAny(isEqual),
  ArnLike: forAny(matchesArn),
};

const entriesOf = <Value>(record: Partial<Record<Key, Value>>): (readonly [Key, Value])[] =>
  Key.options.flatMap((key) => {
    const value = record[key];
    return value === undefined ? [] : [[key, value] as const];
  });

const operators = Object.keys(tests).filter((name): name is Operator => Object.hasOwn(tests, name));

/** The conditions of a statement, all of which must be true. Throws on an operator or key that is not enforced here. */
export const parseConditions = (block: unknown): Condition[] => {
  const { Null, ...wantedBy } = Block.parse(block);
  const compared = operators.flatMap((operator) =>
    entriesOf(wantedBy[operator]).map(
      ([key, wanted]): Condition =>
        (context) =>
          tests[operator](context[key] ?? [], wanted),
    ),
  );
  const absences = entriesOf(Null).map(
    ([key, absent]): Condition =>
      (context) =>
        ((context[key] ?? []).length === 0) === absent,
  );
  return [...compared, ...absences];
};
