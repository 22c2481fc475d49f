import { languageName } from '../format.ts';
import { LanguageSelect } from './language-select.tsx';
import { type ChosenOptions, languagePairsOf, type OptionsProps } from './options.ts';

const kinds = { none: 'No translation', one_way: 'Into one language', two_way: 'Both ways between two' };
const isKind = (value: string): value is ChosenOptions['translation'] => Object.hasOwn(kinds, value);

export const TranslationFields = ({ capabilities, chosen, onChange }: OptionsProps) => {
  const { targets, bothWays, partnersOf } = languagePairsOf(capabilities);
  if (targets.length === 0) return null;
  const set = (change: Partial<ChosenOptions>) => onChange({ ...chosen, ...change });
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
        <select value={chosen.translation} onChange={(event) => choose(event.currentTarget.value)}>
          {Object.entries(kinds).map(([kind, label]) =>
            kind === 'two_way' && bothWays.length === 0 ? null : (
              <option key={kind} value={kind}>
                {label}
              </option>
            ),
          )}
        </select>
      </label>
      {chosen.translation === 'one_way' && (
        <LanguageSelect
          label="Into"
          languages={targets}
          value={chosen.target}
          onValue={(target) => set({ target })}
        />
      )}
      {chosen.translation === 'two_way' && (
        <>
          <LanguageSelect
            label="Between"
            languages={bothWays}
            value={chosen.languageA}
            onValue={(languageA) => set({ languageA, languageB: partnersOf(languageA)[0] ?? '' })}
          />
          <LanguageSelect
            label={`${languageName(chosen.languageA)} and`}
            languages={partnersOf(chosen.languageA)}
            value={chosen.languageB}
            onValue={(languageB) => set({ languageB })}
          />
        </>
      )}
    </fieldset>
  );
};
