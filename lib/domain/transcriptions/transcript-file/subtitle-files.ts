import { channelLabel, channelName } from './channel-label.ts';
import { maxLineColumns, textColumns } from './columns.ts';
import type { Cue } from './cues.ts';

const twoDigits = (n: number): string => String(n).padStart(2, '0');

const timestamp = (ms: number, point: '.' | ','): string => {
  const seconds = Math.floor(ms / 1_000);
  const time = [seconds / 3_600, (seconds / 60) % 60, seconds % 60]
    .map((n) => twoDigits(Math.floor(n)))
    .join(':');
  return `${time}${point}${String(ms % 1_000).padStart(3, '0')}`;
};

// SubRip has no escapes, and some players read any line with "-->" as a time line.
const srtLine = (line: string): string => line.replaceAll(/-{2,}>/g, '→');

/** The lines with the name of their channel before the first one, or on a line above if it does not fit. */
const labelled = ({ lines, channel = null }: Cue): readonly string[] => {
  if (channel === null) return lines;
  const label = channelLabel(channel);
  const [first = '', ...others] = lines;
  const fits = textColumns(label + first) <= maxLineColumns;
  return fits ? [label + first, ...others] : [label.trimEnd(), ...lines];
};

/** SubRip, with the name of the channel in each cue. "-->" in a text becomes "→". The lines must not contain line breaks. */
export const toSrt = (cues: readonly Cue[]): string =>
  cues
    .map((cue, i) =>
      [
        `${i + 1}`,
        `${timestamp(cue.startMs, ',')} --> ${timestamp(cue.endMs, ',')}`,
        ...labelled(cue).map(srtLine),
        '',
      ].join('\n'),
    )
    .join('\n');

const vttLine = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const voice = ({ channel = null }: Cue): string => (channel === null ? '' : `<v ${channelName(channel)}>`);

/** WebVTT, with the channel as the voice of each cue. `&`, `<` and `>` are escaped. */
export const toVtt = (cues: readonly Cue[]): string =>
  [
    'WEBVTT\n',
    ...cues.map((cue) =>
      [
        `${timestamp(cue.startMs, '.')} --> ${timestamp(cue.endMs, '.')}`,
        voice(cue) + cue.lines.map(vttLine).join('\n'),
        '',
      ].join('\n'),
    ),
  ].join('\n');
