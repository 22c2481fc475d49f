import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Usage } from '../api/types.ts';
import { shortMinutes } from '../format.ts';
import { shortDate } from './dates.ts';

type Days = Usage['days'];
const minuteMs = 60_000;

type OnDay = (index: number) => void;

/**
 * Draws minutes per day into `container`, and redraws it when its width or the colour scheme changes. Reports the day under the
 * pointer. Returns a clean-up function.
 */
export const drawBars = (container: HTMLElement, days: Readonly<Days>, onDay: OnDay): (() => void) => {
  let chart: uPlot | undefined;
  const draw = (): void => {
    chart?.destroy();
    chart = new uPlot({ ...optionsOf(container, days), ...pointing(onDay) }, dataOf(days), container);
  };
  const resized = new ResizeObserver(() => draw());
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  resized.observe(container);
  scheme.addEventListener('change', draw);
  return () => {
    resized.disconnect();
    scheme.removeEventListener('change', draw);
    chart?.destroy();
  };
};

/** Draws a line at the day under the pointer. */
const pointing = (onDay: OnDay): Pick<uPlot.Options, 'cursor' | 'hooks'> => ({
  cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
  hooks: {
    setCursor: [({ cursor: { idx: at } }) => at !== null && at !== undefined && onDay(at)],
  },
});

const dataOf = (days: Readonly<Days>): uPlot.AlignedData => [
  days.map((_, at) => at),
  days.map(({ audio_ms: ms }) => ms / minuteMs),
];

const optionsOf = (container: HTMLElement, days: Readonly<Days>): uPlot.Options => {
  const style = getComputedStyle(container);
  const ink = style.getPropertyValue('--pico-muted-color').trim();
  const grid = { stroke: style.getPropertyValue('--pico-muted-border-color').trim(), width: 1 };
  const fill = style.getPropertyValue('--pico-primary-background').trim();
  const axis = { stroke: ink, font: `12px ${style.fontFamily}`, ticks: { show: false } };
  const bars = uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 });
  return {
    width: container.clientWidth,
    height: 220,
    legend: { show: false },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      y: { range: (_chart, _min, max) => [0, Math.max(max * 1.1, 1)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_chart, splits) => splits.map((at) => shortDateOf(days[at])),
        space: 70,
        incrs: [1, 2, 5, 7, 14, 30, 60, 90],
      },
      { ...axis, grid, size: roomFor, values: (_chart, splits) => splits.map(shortMinutes) },
    ],
    series: [{}, { fill, width: 0, points: { show: false }, ...(bars && { paths: bars }) }],
  };
};

const characterPx = 7;
const gapPx = 14;

/** The width of an axis, in pixels, that its labels need. */
const roomFor = (_chart: uPlot, labels: string[] | null): number =>
  gapPx + characterPx * Math.max(0, ...(labels ?? []).map(({ length }) => length));

const shortDateOf = (day: Days[number] | undefined): string => (day ? shortDate(day.date) : '');
