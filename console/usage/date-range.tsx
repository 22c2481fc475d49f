import { useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { dayMs, utcDate } from './dates.ts';

/** UTC dates, both inclusive. */
export type Range = { start: string; end: string };

const presets = [7, 30, 90];
const maxDays = 366;

const problem = ({ start, end }: Range): string | undefined => {
  if (start === '' || end === '') return 'Choose both dates.';
  if (start > end) return 'The first day is after the last.';
  const days = (Date.parse(end) - Date.parse(start)) / dayMs + 1;
  return days > maxDays ? `Choose at most ${maxDays} days.` : undefined;
};

/** Chooses days by preset or date fields. Reports only valid ranges to `onRange`. */
export const DateRange = ({ range, onRange }: { range: Range; onRange: (range: Range) => void }) => {
  const [typed, setTyped] = useState(range);
  const change = (next: Range) => {
    setTyped(next);
    if (!problem(next)) onRange(next);
  };
  const wrong = problem(typed);
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
