import { useContext, useId } from 'preact/hooks';
import { fieldErrorsOf } from './field-errors.ts';
import { FormError } from './form-error.ts';

/**
 * The service's error about a field after its form was sent: attributes for the input, and a text to show under it. `hintId`
 * is the id of the field's hint, if it has one.
 */
export const useProblem = (name: string, hintId?: string) => {
  const id = useId();
  const errors = fieldErrorsOf(useContext(FormError));
  const problem = errors.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message;
  if (problem === undefined) return { attributes: { 'aria-describedby': hintId }, text: null };
  return {
    attributes: { 'aria-invalid': true, 'aria-describedby': hintId ? `${id} ${hintId}` : id } as const,
    text: (
      <small id={id} class="problem">
        {problem}
      </small>
    ),
  };
};
