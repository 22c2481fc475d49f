import { ApiError } from '../api/api-error.ts';

type FieldError = { path: string; message: string };

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;

/** The service's errors about single fields of a request: the first one for each field. */
export const fieldErrorsOf = (error: unknown): FieldError[] => {
  const fields: unknown = error instanceof ApiError ? error.details['fields'] : undefined;
  const all = Array.isArray(fields) ? fields.filter(isFieldError) : [];
  return all.filter(({ path }, at) => at === all.findIndex((one) => one.path === path));
};

/** Throws the service's error about a request field as an error about the form field `name`. */
export const throwAt =
  (name: string) =>
  (error: unknown): never => {
    const [first] = fieldErrorsOf(error);
    throw first ? ApiError.atField(name, first.message) : error;
  };
