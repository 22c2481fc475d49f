import { fewerPeaks } from './peaks.ts';

const barPx = 2;
const gapPx = 1;
const leastPx = 2;

/** Draws peaks as bars. Those before `played` (0 to 1) have the accent colour of the style sheet. */
export const drawWaveform = (canvas: HTMLCanvasElement, peaks: readonly number[], played: number): void => {
  const { clientWidth: width, clientHeight: height } = canvas;
  const drawing = canvas.getContext('2d');
  if (!drawing || width === 0) return;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  drawing.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(canvas);
  const bars = fewerPeaks(peaks, Math.floor(width / (barPx + gapPx)));
  const stepPx = width / bars.length;
  bars.forEach((peak, at) => {
    const barHeight = Math.max(leastPx, peak * height);
    drawing.fillStyle = style.getPropertyValue((at + 0.5) / bars.length < played ? '--played' : '--unplayed');
    drawing.fillRect(at * stepPx, (height - barHeight) / 2, Math.max(barPx, stepPx - gapPx), barHeight);
  });
};
