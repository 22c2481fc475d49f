import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ErrorNote } from './error-note.tsx';
import { fieldErrorsOf } from './field-errors.ts';
import { FormError } from './form-error.ts';
import { useFormDraft } from './form-draft.ts';
import type { Action } from './use-action.ts';

type Props = {
  action: Action<[FormData]>;
  /** The name under which typed values are kept until the form succeeds or is canceled. If omitted, nothing is kept. */
  draft?: string;
  children: ComponentChildren;
};

/**
 * A form that passes its fields to `action` instead of submitting them. An error about a field appears at the field,
 * which gets the focus. A note below has all other errors.
 */
export const Form = ({ action, draft: name, children }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  const draft = useFormDraft(form, name);
  const [marked, setMarked] = useState(0);
  useLayoutEffect(() => {
    const invalid = [...(form.current?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])];
    setMarked(invalid.length);
    invalid[0]?.focus();
  }, [action.error]);
  const isAtFields = marked > 0 && marked >= fieldErrorsOf(action.error).length;
  return (
    <form
      ref={form}
      onInput={draft.keep}
      onReset={draft.forget}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget, event.submitter);
        void action.attempt(fields).then((isDone) => isDone && draft.forget());
      }}
    >
      <FormError.Provider value={action.error}>{children}</FormError.Provider>
      {!isAtFields && <ErrorNote error={action.error} />}
    </form>
  );
};

export const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
