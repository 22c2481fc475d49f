import { languageName } from '../format.ts';
import { useProblem } from '../parts/use-problem.tsx';
import type { OptionsProps } from './options.ts';

/** The languages that are likely spoken, as chips. */
export const HintChips = ({ capabilities: { languages, limits }, chosen, onChange }: OptionsProps) => {
  const problem = useProblem('language_hints');
  const [onlyLanguage, ...others] = languages;
  if (onlyLanguage && others.length === 0)
    return <p class="quiet">This deployment transcribes {languageName(onlyLanguage)} only.</p>;
  const { hints } = chosen;
  const set = (next: string[]) => onChange({ ...chosen, hints: next });
  const free = languages
    .filter((language) => !hints.includes(language))
    .toSorted((a, b) => languageName(a).localeCompare(languageName(b)));
  return (
    <label>
      Languages likely spoken
      {hints.length > 0 && (
        <span class="chips">
          {hints.map((language) => (
            <button
              key={language}
              type="button"
              class="chip"
              aria-label={`Remove ${languageName(language)}`}
              onClick={() => set(hints.filter((hint) => hint !== language))}
            >
              {languageName(language)} <span aria-hidden="true">×</span>
            </button>
          ))}
        </span>
      )}
      <select
        value=""
        disabled={hints.length >= limits.language_hints_max}
        onChange={({ currentTarget }) => set([...hints, currentTarget.value])}
        {...problem.attributes}
      >
        <option value="">{hints.length === 0 ? `Any of ${languages.length}` : 'Add another'}</option>
        {free.map((language) => (
          <option key={language} value={language}>
            {languageName(language)}
          </option>
        ))}
      </select>
      {problem.text}
    </label>
  );
};
