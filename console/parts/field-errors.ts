import { ApiError } from '../api/api-error.ts';

type FieldError = { path: string; message: string };

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;

/** What the service says about single fields of a request: the first of what it says about each. */
export const fieldErrorsOf = (error: unknown): FieldError[] => {
  const fields: unknown = error instanceof ApiError ? error.details['fields'] : undefined;
  const all = Array.isArray(fields) ? fields.filter(isFieldError) : [];
  return all.filter(({ path }, at) => at === all.findIndex((one) => one.path === path));
};

/** Throws what the service says about a field of a request as about the field `name` of its form. */
export const throwAt =
  (name: string) =>
  (error: unknown): never => {
    const [first] = fieldErrorsOf(error);
    throw first ? ApiError.atField(name, first.message) : error;
  };
