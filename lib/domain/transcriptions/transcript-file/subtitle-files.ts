import type { Cue } from './cues.ts';

const twoDigits = (n: number): string => String(n).padStart(2, '0');

const clock = (ms: number, point: '.' | ','): string => {
  const seconds = Math.floor(ms / 1_000);
  const time = [seconds / 3_600, (seconds / 60) % 60, seconds % 60]
    .map((n) => twoDigits(Math.floor(n)))
    .join(':');
  return `${time}${point}${String(ms % 1_000).padStart(3, '0')}`;
};

// SubRip has no escapes, and some players read any line with "-->" as a time line.
const srtLine = (line: string): string => line.replaceAll(/-{2,}>/g, '→');

/** SubRip. "-->" in a text becomes "→". The lines of a cue must not contain line breaks. */
export const toSrt = (cues: readonly Cue[]): string =>
  cues
    .map(({ startMs, endMs, lines }, i) =>
      [`${i + 1}`, `${clock(startMs, ',')} --> ${clock(endMs, ',')}`, ...lines.map(srtLine), ''].join('\n'),
    )
    .join('\n');

const vttLine = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** WebVTT, with `&`, `<` and `>` escaped. */
export const toVtt = (cues: readonly Cue[]): string =>
  [
    'WEBVTT\n',
    ...cues.map(({ startMs, endMs, lines }) =>
      [`${clock(startMs, '.')} --> ${clock(endMs, '.')}`, ...lines.map(vttLine), ''].join('\n'),
    ),
  ].join('\n');
