import type { ApiKey } from '../api/types.ts';
import { isFull } from './key-state.ts';

const kinds = [
  { mode: 'live', text: 'Live: completed jobs are charged' },
  { mode: 'test', text: 'Test: the same API, never charged' },
] as const;

/** Chooses live or test. If a mode has the maximum of active keys, it is disabled with the reason. */
export const KindFields = ({ keys }: { keys: readonly ApiKey[] }) => {
  const first = kinds.find(({ mode }) => !isFull(keys, mode))?.mode;
  return (
    <fieldset>
      <legend>Kind</legend>
      {kinds.map(({ mode, text }) => (
        <label key={mode}>
          <input
            type="radio"
            name="mode"
            value={mode}
            required
            defaultChecked={mode === first}
            disabled={isFull(keys, mode)}
          />
          {text}
          {isFull(keys, mode) && '. The project has two active ones: revoke one first'}
        </label>
      ))}
    </fieldset>
  );
};
