import type { ComponentChildren } from 'preact';
import { useProblem } from './use-problem.tsx';

type Props = {
  name: string;
  label: string;
  isOptional?: boolean;
  type?: 'url' | 'email';
  required?: boolean;
  maxLength?: number;
  inputMode?: 'decimal';
  pattern?: string;
  title?: string;
  placeholder?: string;
  defaultValue?: string;
  autoComplete?: string;
  hint?: ComponentChildren;
  onInput?: (value: string) => void;
};

/** A labelled input. It shows the service's error about it after the form was sent. */
export const Field = ({ name, label, isOptional = false, type, hint, onInput, ...rest }: Props) => {
  const problem = useProblem(name);
  const told = onInput && {
    onInput: (event: InputEvent & { currentTarget: HTMLInputElement }) => onInput(event.currentTarget.value),
  };
  const input = { name, autoComplete: 'off', ...rest, ...told, ...problem.attributes };
  return (
    <label>
      {label} {isOptional && <span class="quiet">(optional)</span>}
      {type === 'url' && <input type="url" {...input} />}
      {type === 'email' && <input type="email" {...input} />}
      {!type && <input {...input} />}
      {hint && <small>{hint}</small>}
      {problem.text}
    </label>
  );
};
