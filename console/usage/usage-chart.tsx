import { useEffect, useRef, useState } from 'preact/hooks';
import type { Usage } from '../api/types.ts';
import { count, dollars, duration } from '../format.ts';
import { shortDate } from './dates.ts';
import { movedBy } from './move-in-chart.ts';

type Day = Usage['days'][number];

const summary = (days: readonly Day[]): string => {
  const busiest = days.reduce((most, day) => (day.audio_ms > most.audio_ms ? day : most), days[0] ?? empty);
  if (busiest.audio_ms === 0) return 'Bar chart: no audio on any of these days.';
  return `Bar chart of audio per day. Most on ${shortDate(busiest.date)}: ${duration(busiest.audio_ms)}. The table has every day.`;
};
const empty: Day = { date: '', jobs: 0, audio_ms: 0, amount_usd: '0' };

/**
 * Minutes of audio per day. The pointer or the arrow keys choose a day, and its values are shown. The chart library is
 * loaded on first use.
 */
export const UsageChart = ({ days }: { days: readonly Day[] }) => {
  const container = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number>();
  useEffect(() => {
    let remove = (): void => {};
    let isUnmounted = false;
    const draw = async () => {
      const { drawBars } = await import('./draw-bars.ts');
      if (container.current && !isUnmounted) remove = drawBars(container.current, days, setChosen);
    };
    // A failed import is ignored: the table shows the same data.
    draw().catch(() => {});
    return () => {
      isUnmounted = true;
      remove();
    };
  }, [days]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedBy(event.key, chosen, days.length);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
  };
  const day = chosen === undefined ? undefined : days[chosen];
  return (
    <figure
      class="chart-figure"
      tabIndex={0}
      aria-label={summary(days)}
      onKeyDown={onKeyDown}
      onBlur={() => setChosen(undefined)}
      onPointerLeave={() => setChosen(undefined)}
    >
      <div ref={container} class="chart" aria-hidden="true" />
      <figcaption aria-live="polite">{day ? valuesOf(day) : hint}</figcaption>
    </figure>
  );
};

const hint = 'Point at a day, or press ← and →, to read its values.';

const valuesOf = ({ date, jobs, audio_ms: ms, amount_usd: usd }: Day): string =>
  `${shortDate(date)}: ${count(jobs, 'job')}, ${duration(ms)}, ${dollars(usd)}`;
