import type { OptionsProps } from './options.ts';

const fields = [
  ['digits', 'Write English numbers in digits'],
  ['withoutFillers', 'Leave out "um" and the like'],
  ['redacted', 'Redact card numbers, IBANs, phone numbers, e-mail addresses'],
] as const;

/** What the text looks like. */
export const TextFields = ({ chosen, onChange }: Omit<OptionsProps, 'capabilities'>) => (
  <>
    {fields.map(([name, label]) => (
      <label key={name}>
        <input
          type="checkbox"
          checked={chosen[name]}
          onChange={(event) => onChange({ ...chosen, [name]: event.currentTarget.checked })}
        />
        {label}
      </label>
    ))}
  </>
);
