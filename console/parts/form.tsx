import type { ComponentChildren } from 'preact';
import { ErrorNote } from './error-note.tsx';
import type { Action } from './use-action.ts';

type Props = { action: Action<[FormData]>; children: ComponentChildren };

/** A form whose fields go to `action`; the page never submits one to an address. */
export const Form = ({ action, children }: Props) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      action.run(new FormData(event.currentTarget));
    }}
  >
    {children}
    {action.error !== undefined && <ErrorNote error={action.error} />}
  </form>
);

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
