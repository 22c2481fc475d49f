import { ApiError } from '../api/api-error.ts';

type FieldError = { path: string; message: string };

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value;

/** What the service says about single fields of a request. */
export const fieldErrorsOf = (error: unknown): FieldError[] => {
  const fields = error instanceof ApiError ? error.details['fields'] : undefined;
  return Array.isArray(fields) ? fields.filter(isFieldError) : [];
};
