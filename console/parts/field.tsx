import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
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

/**
 * A labelled input. It shows the service's error about it after the form was sent. The error and the hint describe the
 * input, and are no part of its name, which screen readers repeat.
 */
export const Field = ({ name, label, isOptional = false, type, hint, onInput, ...rest }: Props) => {
  const id = useId();
  const problem = useProblem(name, hint ? `${id}hint` : undefined);
  const told = onInput && {
    onInput: (event: InputEvent & { currentTarget: HTMLInputElement }) => onInput(event.currentTarget.value),
  };
  const named = { name, 'aria-labelledby': `${id}label` };
  const input = { autoComplete: 'off', ...rest, ...named, ...told, ...problem.attributes };
  return (
    <label>
      <span id={`${id}label`}>
        {label} {isOptional && <span class="quiet">(optional)</span>}
      </span>
      {type === 'url' && <input type="url" {...input} />}
      {type === 'email' && <input type="email" {...input} />}
      {!type && <input {...input} />}
      {hint && <small id={`${id}hint`}>{hint}</small>}
      {problem.text}
    </label>
  );
};
