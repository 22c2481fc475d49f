import { useEffect, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { utcDate } from './dates.ts';
import { type Range, rangeProblem } from './range.ts';

const presets = [7, 30, 90];

/** Chooses days by preset or date fields. Reports only valid ranges to `onRange`. */
export const DateRange = ({ range, onRange }: { range: Range; onRange: (range: Range) => void }) => {
  const [typed, setTyped] = useState(range);
  // "Back" also changes the range.
  useEffect(() => setTyped(range), [range.start, range.end]);
  const change = (next: Range) => {
    setTyped(next);
    if (!rangeProblem(next)) onRange(next);
  };
  const wrong = rangeProblem(typed);
  const field = (name: keyof Range, label: string) => (
    <label>
      {label}
      <input
        type="date"
        value={typed[name]}
        max={utcDate()}
        onChange={(event) => change({ ...typed, [name]: event.currentTarget.value })}
        aria-invalid={wrong ? 'true' : undefined}
        aria-describedby={wrong ? 'range-problem' : undefined}
      />
    </label>
  );
  return (
    <fieldset class="range">
      <legend class="sr-only">Days</legend>
      <div class="actions">
        {presets.map((days) => {
          const preset = { start: utcDate(days - 1), end: utcDate() };
          const isChosen = preset.start === typed.start && preset.end === typed.end;
          return (
            <Button key={days} aria-pressed={isChosen} onClick={() => change(preset)}>
              {days} days
            </Button>
          );
        })}
      </div>
      {field('start', 'From')}
      {field('end', 'To')}
      <p id="range-problem" class="problem" role="alert">
        {wrong}
      </p>
    </fieldset>
  );
};
