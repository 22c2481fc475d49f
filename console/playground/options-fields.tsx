import { useId } from 'preact/hooks';
import type { Capabilities } from '../api/types.ts';
import { languageName } from '../format.ts';
import type { ChosenOptions } from './options.ts';
import { TranslationFields } from './translation-fields.tsx';

export type OptionsProps = {
  capabilities: Capabilities;
  asked: ChosenOptions;
  onAsked: (asked: ChosenOptions) => void;
};

/** What helps the recognizer; nothing of it is needed. */
export const OptionsFields = ({ capabilities, asked, onAsked }: OptionsProps) => {
  const id = useId();
  const { limits, languages } = capabilities;
  const onlyLanguage = languages.length === 1 ? languages[0] : undefined;
  return (
    <details class="options">
      <summary>Languages, names, translation</summary>
      <div class="grid">
        <div>
          <label for={`${id}hints`}>Languages likely spoken</label>
          <input
            id={`${id}hints`}
            value={asked.hints}
            onInput={(event) => onAsked({ ...asked, hints: event.currentTarget.value })}
            placeholder="en, pt-BR"
            autoComplete="off"
            aria-describedby={`${id}hints-help`}
          />
          <small id={`${id}hints-help`}>
            {onlyLanguage
              ? `This deployment transcribes ${languageName(onlyLanguage)} only.`
              : `Language tags, at most ${limits.language_hints_max}; ${languages.length} languages are transcribed.`}
          </small>
          <TranslationFields capabilities={capabilities} asked={asked} onAsked={onAsked} />
        </div>
        <div>
          <label for={`${id}terms`}>Names and rare words, one a line</label>
          <textarea
            id={`${id}terms`}
            rows={3}
            value={asked.vocabulary}
            onInput={(event) => onAsked({ ...asked, vocabulary: event.currentTarget.value })}
            placeholder={'Earshot\nSkłodowska'}
          />
          <label for={`${id}context`}>What it is about</label>
          <textarea
            id={`${id}context`}
            rows={2}
            maxLength={limits.context_max_characters}
            value={asked.context}
            onInput={(event) => onAsked({ ...asked, context: event.currentTarget.value })}
            placeholder="A call about an order"
          />
        </div>
      </div>
    </details>
  );
};
