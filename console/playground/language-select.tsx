import { languageName } from '../format.ts';

type Props = { label: string; languages: string[]; value: string; onValue: (value: string) => void };

export const LanguageSelect = ({ label, languages, value, onValue }: Props) => (
  <label>
    {label}
    <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
      {languages.map((language) => (
        <option key={language} value={language}>
          {languageName(language)}
        </option>
      ))}
    </select>
  </label>
);
