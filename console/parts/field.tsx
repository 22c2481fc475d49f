import type { ComponentChildren } from 'preact';
import { useContext, useId } from 'preact/hooks';
import { fieldErrorsOf, FormError } from './field-errors.ts';

type Props = {
  name: string;
  label: string;
  isOptional?: boolean;
  type?: 'url' | 'email';
  required?: boolean;
  maxLength?: number;
  pattern?: string;
  title?: string;
  placeholder?: string;
  defaultValue?: string;
  autoComplete?: string;
  hint?: ComponentChildren;
};

/** A labelled input. It shows what the service said about it when the form was sent. */
export const Field = ({ name, label, isOptional = false, type, hint, ...rest }: Props) => {
  const problem = fieldErrorsOf(useContext(FormError)).find(({ path }) => path === name)?.message;
  const id = useId();
  const input = {
    name,
    autoComplete: 'off',
    ...rest,
    ...(problem !== undefined && { 'aria-invalid': true, 'aria-describedby': id }),
  };
  return (
    <label>
      {label} {isOptional && <span class="quiet">(optional)</span>}
      {type === 'url' && <input type="url" {...input} />}
      {type === 'email' && <input type="email" {...input} />}
      {!type && <input {...input} />}
      {hint && <small>{hint}</small>}
      {problem !== undefined && (
        <small id={id} class="problem">
          {problem}
        </small>
      )}
    </label>
  );
};
