import type { Segment } from '../api/types.ts';

/** The text to copy: a line for each segment, with its channel if there are several. */
export const transcriptText = (segments: readonly Segment[]): string =>
  segments
    .map(({ channel, text }) => (channel === null ? text : `Channel ${channel + 1}: ${text}`))
    .join('\n');
