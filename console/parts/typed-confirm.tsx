import { useState } from 'preact/hooks';
import { Confirm, type ConfirmProps } from './confirm.tsx';
import { Field } from './field.tsx';
import { isSameName } from './same-name.ts';

/** Asks for confirmation of a permanent loss. The user has to type the name of the object. */
export const TypedConfirm = ({ name, children, ...asked }: ConfirmProps & { name: string }) => {
  const [typed, setTyped] = useState('');
  return (
    <Confirm {...asked} isDisabled={!isSameName(typed, name)}>
      {children}
      <Field name="typed" label={`Type ${name} to confirm`} required onInput={setTyped} />
    </Confirm>
  );
};
