import type { ComponentChildren } from 'preact';
import { ErrorNote } from './error-note.tsx';
import { FormError } from './field-errors.ts';
import type { Action } from './use-action.ts';

type Props = { action: Action<[FormData]>; children: ComponentChildren };

/** A form that passes its fields to `action` instead of submitting them. */
export const Form = ({ action, children }: Props) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      action.run(new FormData(event.currentTarget));
    }}
  >
    <FormError.Provider value={action.error}>{children}</FormError.Provider>
    <ErrorNote error={action.error} />
  </form>
);

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
