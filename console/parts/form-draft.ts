import { useLayoutEffect } from 'preact/hooks';
import type { RefObject } from 'preact';
import { forgetOne, readKept, writeKept } from './kept.ts';

/** The values of each field, which may be several check boxes. */
type Values = Readonly<Record<string, readonly string[]>>;

const keyOf = (name: string): string => `form/${name}`;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (one: unknown) => Array.isArray(one) && one.every((text) => typeof text === 'string'),
  );

const fieldsOf = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (field) =>
      field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement ||
      field instanceof HTMLTextAreaElement,
  );

const isChoice = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(
    fieldsOf(form)
      .filter(({ name, type }) => name !== '' && type !== 'password')
      .map(({ name }) => [name, new FormData(form).getAll(name).map(String)]),
  );

const fill = (form: HTMLFormElement, values: Values): void => {
  for (const field of fieldsOf(form)) {
    const kept = values[field.name];
    if (!kept || field.disabled) continue;
    if (isChoice(field)) field.checked = kept.includes(field.value);
    else field.value = kept[0] ?? '';
  }
};

/**
 * What is typed in a form outlives a reload, another page and a new sign-in, until `forget`: after success or Cancel.
 * `name` names the form and what it is about; undefined keeps nothing.
 */
export const useFormDraft = (form: RefObject<HTMLFormElement | null>, name: string | undefined) => {
  useLayoutEffect(() => {
    const kept = name === undefined ? undefined : readKept(keyOf(name));
    if (form.current && isValues(kept)) fill(form.current, kept);
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
