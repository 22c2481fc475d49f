import { useLayoutEffect } from 'preact/hooks';
import type { RefObject } from 'preact';
import { type Field, fillFields, type Values } from './fill-fields.ts';
import { forgetOne, readKept, writeKept } from './kept.ts';

const keyOf = (name: string): string => `form/${name}`;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (one: unknown) => Array.isArray(one) && one.every((text) => typeof text === 'string'),
  );

const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (field) =>
      field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement ||
      field instanceof HTMLTextAreaElement,
  );

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    fieldsOf(form)
      .filter(({ name, type }) => name !== '' && type !== 'password')
      .map(({ name }) => [name, new FormData(form).getAll(name).map(String)]),
  );

/**
 * Keeps what is typed in a form across a reload, other pages and a new sign-in, until `forget` after success or Cancel.
 * `name` identifies the form and its subject. Undefined keeps nothing.
 */
export const useFormDraft = (form: RefObject<HTMLFormElement | null>, name: string | undefined) => {
  useLayoutEffect(() => {
    const kept = name === undefined ? undefined : readKept(keyOf(name));
    if (form.current && isValues(kept)) fillFields(fieldsOf(form.current), kept);
  }, [form, name]);
  return {
    keep: () => {
      if (form.current && name !== undefined) writeKept(keyOf(name), valuesOf(form.current));
    },
    forget: () => {
      if (name !== undefined) forgetOne(keyOf(name));
    },
  };
};
