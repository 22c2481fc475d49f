import { useEffect, useRef } from 'preact/hooks';
import type { Usage } from '../api/types.ts';
import { duration } from '../format.ts';
import { shortDate } from './dates.ts';

type Day = Usage['days'][number];

const summary = (days: readonly Day[]): string => {
  const busiest = days.reduce((most, day) => (day.audio_ms > most.audio_ms ? day : most), days[0] ?? empty);
  if (busiest.audio_ms === 0) return 'Bar chart: no audio on any of these days.';
  return `Bar chart of audio per day. Most on ${shortDate(busiest.date)}: ${duration(busiest.audio_ms)}. The table has every day.`;
};
const empty: Day = { date: '', jobs: 0, audio_ms: 0, amount_usd: '0' };

/** Minutes of audio per day. Loads the chart library on first use. */
export const UsageChart = ({ days }: { days: readonly Day[] }) => {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let remove = (): void => {};
    let isUnmounted = false;
    const draw = async () => {
      const { drawBars } = await import('./draw-bars.ts');
      if (container.current && !isUnmounted) remove = drawBars(container.current, days);
    };
    // A failed import is ignored: the table shows the same data.
    draw().catch(() => {});
    return () => {
      isUnmounted = true;
      remove();
    };
  }, [days]);
  return <div ref={container} class="chart" role="img" aria-label={summary(days)} />;
};
