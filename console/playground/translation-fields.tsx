import { languageName } from '../format.ts';
import { LanguageSelect } from './language-select.tsx';
import { type ChosenOptions, translationOffer } from './options.ts';
import type { OptionsProps } from './options-fields.tsx';

const kinds = { none: 'No translation', one_way: 'Into one language', two_way: 'Both ways between two' };
const isKind = (value: string): value is ChosenOptions['translation'] => Object.hasOwn(kinds, value);

/** Translation, where this deployment has it: into one language, or both ways between two. */
export const TranslationFields = ({ capabilities, asked, onAsked }: OptionsProps) => {
  const { targets, bothWays, partnersOf } = translationOffer(capabilities);
  if (targets.length === 0) return null;
  const set = (change: Partial<ChosenOptions>) => onAsked({ ...asked, ...change });
  const choose = (kind: string) => {
    if (!isKind(kind)) return;
    const [languageA = ''] = bothWays;
    set({
      translation: kind,
      target: targets[0] ?? '',
      languageA,
      languageB: partnersOf(languageA)[0] ?? '',
    });
  };
  return (
    <fieldset>
      <legend class="sr-only">Translation</legend>
      <label>
        Translation
        <select value={asked.translation} onChange={(event) => choose(event.currentTarget.value)}>
          {Object.entries(kinds).map(([kind, label]) =>
            kind === 'two_way' && bothWays.length === 0 ? null : (
              <option key={kind} value={kind}>
                {label}
              </option>
            ),
          )}
        </select>
      </label>
      {asked.translation === 'one_way' && (
        <LanguageSelect
          label="Into"
          languages={targets}
          value={asked.target}
          onValue={(target) => set({ target })}
        />
      )}
      {asked.translation === 'two_way' && (
        <>
          <LanguageSelect
            label="Between"
            languages={bothWays}
            value={asked.languageA}
            onValue={(languageA) => set({ languageA, languageB: partnersOf(languageA)[0] ?? '' })}
          />
          <LanguageSelect
            label={`${languageName(asked.languageA)} and`}
            languages={partnersOf(asked.languageA)}
            value={asked.languageB}
            onValue={(languageB) => set({ languageB })}
          />
        </>
      )}
    </fieldset>
  );
};
