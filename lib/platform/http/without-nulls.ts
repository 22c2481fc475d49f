import * as z from 'zod';

type Schema = z.core.$ZodType;

/** The object schemas that describe a value of this schema: several for a union. */
const objectsOf = (schema: Schema): z.ZodObject[] => {
  if (schema instanceof z.ZodObject) return [schema];
  if (schema instanceof z.ZodUnion) return schema.def.options.flatMap(objectsOf);
  if (schema instanceof z.ZodPipe) return [schema.def.in, schema.def.out].flatMap(objectsOf);
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return isWrapper ? objectsOf(schema.def.innerType) : [];
};

const fieldOf = ({ shape }: z.ZodObject, name: string): Schema | undefined =>
  Object.hasOwn(shape, name) ? shape[name] : undefined;

/** Whether null means the same as absence: the field may be absent, and null has no meaning of its own. */
const isUnset = (field: Schema): boolean => {
  const absent = z.safeParse(field, undefined);
  return absent.success && (absent.data === null || !z.safeParse(field, null).success);
};

/**
 * Removes the nulls of optional fields from a body. Clients in languages with types write null for a field that is not set. A
 * null that has a meaning, or is the value of a required or unknown field, stays.
 */
export const withoutNulls = (schema: Schema, sent: unknown): unknown => {
  const objects = objectsOf(schema);
  if (objects.length === 0 || typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const kept = Object.entries(sent).flatMap(([name, value]: [string, unknown]) => {
    const fields = objects.map((object) => fieldOf(object, name));
    const known = fields.filter((field) => field !== undefined);
    // In a union, a client writes null for the fields of the other kinds.
    const isNotGiven = fields.length > known.length || known.some(isUnset);
    if (value === null && known.length > 0 && isNotGiven) return [];
    return [[name, known.reduce((inner, field) => withoutNulls(field, inner), value)]];
  });
  return Object.fromEntries(kept);
};
