import { byLanguageName, languageName } from '../format.ts';

type Props = {
  label: string;
  /** The label for no language. Without it, a language must be chosen. */
  none?: string;
  languages: string[];
  value: string;
  onValue: (value: string) => void;
};

export const LanguageSelect = ({ label, none, languages, value, onValue }: Props) => (
  <label>
    {label}
    <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
      {none !== undefined && <option value="">{none}</option>}
      {languages.toSorted(byLanguageName).map((language) => (
        <option key={language} value={language}>
          {languageName(language)}
        </option>
      ))}
    </select>
  </label>
);
