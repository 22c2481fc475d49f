import { useId } from 'preact/hooks';
import { useProblem } from '../parts/use-problem.tsx';
import { HintChips } from './hint-chips.tsx';
import type { OptionsProps } from './options.ts';
import { TextFields } from './text-fields.tsx';
import { TranslationFields } from './translation-fields.tsx';

/** The options about the recording, and about the form of its text. */
export const OptionsFields = ({ capabilities, chosen, onChange }: OptionsProps) => {
  const id = useId();
  const vocabulary = useProblem('custom_vocabulary');
  const context = useProblem('context');
  const { limits } = capabilities;
  return (
    <fieldset class="options">
      <legend>Options</legend>
      <HintChips capabilities={capabilities} chosen={chosen} onChange={onChange} />
      <TranslationFields capabilities={capabilities} chosen={chosen} onChange={onChange} />
      <label>
        <input
          type="checkbox"
          checked={chosen.multichannel}
          aria-describedby={`${id}channels`}
          onChange={(event) => onChange({ ...chosen, multichannel: event.currentTarget.checked })}
        />
        <span class="label">Transcribe each channel by itself</span>
      </label>
      <small id={`${id}channels`}>
        For a call with a person on each channel, up to {limits.multichannel_max_channels}. Each channel is
        billed.
      </small>
      <TextFields chosen={chosen} onChange={onChange} />
      <details open={vocabulary.text !== null || context.text !== null || undefined}>
        <summary>Names and context</summary>
        <label>
          Names and rare words, one per line
          <textarea
            rows={3}
            value={chosen.vocabulary}
            onInput={(event) => onChange({ ...chosen, vocabulary: event.currentTarget.value })}
            placeholder={'Earshot\nSkłodowska'}
            {...vocabulary.attributes}
          />
          {vocabulary.text}
        </label>
        <label>
          What it is about
          <textarea
            rows={2}
            maxLength={limits.context_max_characters}
            value={chosen.context}
            onInput={(event) => onChange({ ...chosen, context: event.currentTarget.value })}
            placeholder="A call about an order"
            {...context.attributes}
          />
          {context.text}
        </label>
      </details>
    </fieldset>
  );
};
