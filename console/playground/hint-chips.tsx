import { useId, useRef } from 'preact/hooks';
import { byLanguageName, languageName } from '../format.ts';
import { useProblem } from '../parts/use-problem.tsx';
import type { OptionsProps } from './options.ts';

/** The languages that may be spoken, as chips. */
export const HintChips = ({ capabilities: { languages, limits }, chosen, onChange }: OptionsProps) => {
  const problem = useProblem('language_hints');
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const [onlyLanguage, ...others] = languages;
  if (onlyLanguage && others.length === 0)
    return <p class="quiet">This deployment transcribes {languageName(onlyLanguage)} only.</p>;
  const { hints } = chosen;
  const isFull = hints.length >= limits.language_hints_max;
  const more = isFull ? `At most ${limits.language_hints_max}` : 'Add another';
  const set = (next: string[]) => onChange({ ...chosen, hints: next });
  const remove = (language: string) => {
    set(hints.filter((hint) => hint !== language));
    // The chip goes, and its focus with it.
    select.current?.focus();
  };
  const free = languages.filter((language) => !isFull && !hints.includes(language)).toSorted(byLanguageName);
  return (
    <>
      {/* A label around the chips would belong to the first of them, and a press on it would remove that. */}
      <label for={id}>Languages likely spoken</label>
      {hints.length > 0 && (
        <div class="chips">
          {hints.map((language) => (
            <button
              key={language}
              type="button"
              class="chip"
              aria-label={`Remove ${languageName(language)}`}
              onClick={() => remove(language)}
            >
              {languageName(language)} <span aria-hidden="true">×</span>
            </button>
          ))}
        </div>
      )}
      <select
        id={id}
        ref={select}
        value=""
        onChange={({ currentTarget }) => set([...hints, currentTarget.value])}
        {...problem.attributes}
      >
        <option value="">{hints.length === 0 ? `Any of ${languages.length}` : more}</option>
        {free.map((language) => (
          <option key={language} value={language}>
            {languageName(language)}
          </option>
        ))}
      </select>
      {problem.text}
    </>
  );
};
