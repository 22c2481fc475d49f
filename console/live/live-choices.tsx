import type { Capabilities } from '../api/types.ts';
import { LanguageSelect } from '../playground/language-select.tsx';
import { languagePairsOf } from '../playground/options.ts';
import type { LiveFormat } from './microphone.ts';
import { canRecordWebm } from './webm-recorder.ts';

/** The choices for a new session. `''` means no language. */
export type LiveChoice = { language: string; target: string; format: LiveFormat };

type Props = {
  capabilities: Capabilities;
  choice: LiveChoice;
  onChange: (choice: LiveChoice) => void;
};

/** The fields to choose before a session begins. */
export const LiveChoices = ({ capabilities, choice, onChange }: Props) => {
  const { targets } = languagePairsOf(capabilities);
  return (
    <>
      <LanguageSelect
        label="Language"
        none="Any"
        languages={capabilities.languages}
        value={choice.language}
        onValue={(language) => onChange({ ...choice, language })}
      />
      {targets.length > 0 && (
        <LanguageSelect
          label="Translate into"
          none="None"
          languages={targets}
          value={choice.target}
          onValue={(target) => onChange({ ...choice, target })}
        />
      )}
      {canRecordWebm() && (
        <label>
          Audio
          <select
            value={choice.format}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...choice, format: value === 'webm_opus' ? 'webm_opus' : 'pcm_s16le' })
            }
          >
            <option value="pcm_s16le">Uncompressed</option>
            <option value="webm_opus">Opus, a fifth of the bytes</option>
          </select>
        </label>
      )}
    </>
  );
};
