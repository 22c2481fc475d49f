/** The name of a channel in files for people, counted from one. */
export const channelName = (channel: number): string => `Channel ${channel + 1}`;

/** The label before the text of a channel; empty for a mix. */
export const channelLabel = (channel: number | null): string =>
  channel === null ? '' : `${channelName(channel)}: `;
