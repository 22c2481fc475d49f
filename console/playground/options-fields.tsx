import { useId } from 'preact/hooks';
import { languageName } from '../format.ts';
import type { OptionsProps } from './options.ts';
import { TextFields } from './text-fields.tsx';
import { TranslationFields } from './translation-fields.tsx';

/** Optional hints for the recognizer, and translation. */
export const OptionsFields = ({ capabilities, chosen, onChange }: OptionsProps) => {
  const id = useId();
  const { limits, languages } = capabilities;
  const onlyLanguage = languages.length === 1 ? languages[0] : undefined;
  return (
    <details class="options">
      <summary>Languages, names, channels, text, translation</summary>
      <div class="grid">
        <div>
          <label for={`${id}hints`}>Languages likely spoken</label>
          <input
            id={`${id}hints`}
            value={chosen.hints}
            onInput={(event) => onChange({ ...chosen, hints: event.currentTarget.value })}
            placeholder="en, pt-BR"
            autoComplete="off"
            aria-describedby={`${id}hints-help`}
          />
          <small id={`${id}hints-help`}>
            {onlyLanguage
              ? `This deployment supports only ${languageName(onlyLanguage)}.`
              : `At most ${limits.language_hints_max} language tags. ${languages.length} languages are supported.`}
          </small>
          <TranslationFields capabilities={capabilities} chosen={chosen} onChange={onChange} />
        </div>
        <div>
          <label for={`${id}terms`}>Names and rare words, one per line</label>
          <textarea
            id={`${id}terms`}
            rows={3}
            value={chosen.vocabulary}
            onInput={(event) => onChange({ ...chosen, vocabulary: event.currentTarget.value })}
            placeholder={'Earshot\nSkłodowska'}
          />
          <label for={`${id}context`}>What it is about</label>
          <textarea
            id={`${id}context`}
            rows={2}
            maxLength={limits.context_max_characters}
            value={chosen.context}
            onInput={(event) => onChange({ ...chosen, context: event.currentTarget.value })}
            placeholder="A call about an order"
          />
          <label>
            <input
              type="checkbox"
              checked={chosen.multichannel}
              aria-describedby={`${id}channels-help`}
              onChange={(event) => onChange({ ...chosen, multichannel: event.currentTarget.checked })}
            />
            Transcribe each channel by itself
          </label>
          <small id={`${id}channels-help`}>
            For a call with a person on each channel, up to {limits.multichannel_max_channels}. Each channel
            is billed.
          </small>
          <TextFields chosen={chosen} onChange={onChange} />
        </div>
      </div>
    </details>
  );
};
