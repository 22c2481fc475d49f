import { useProblem } from '../parts/use-problem.tsx';
import { type OptionsProps, redactLabel } from './options.ts';

const fields = [
  ['digits', 'formatting.numerals', 'Write English numbers in digits'],
  ['withoutFillers', 'formatting.fillers', 'Leave out "um" and the like'],
  ['redacted', 'redact', redactLabel],
] as const;

type Props = Omit<OptionsProps, 'capabilities'>;

/** The options for the form of the text. */
export const TextFields = (props: Props) => (
  <>
    {fields.map(([name, path, label]) => (
      <TextField key={name} name={name} path={path} label={label} {...props} />
    ))}
  </>
);

type FieldProps = Props & { name: (typeof fields)[number][0]; path: string; label: string };

const TextField = ({ name, path, label, chosen, onChange }: FieldProps) => {
  const problem = useProblem(path);
  return (
    <label>
      <input
        type="checkbox"
        checked={chosen[name]}
        onChange={(event) => onChange({ ...chosen, [name]: event.currentTarget.checked })}
        {...problem.attributes}
      />
      <span class="label">{label}</span>
      {problem.text}
    </label>
  );
};
