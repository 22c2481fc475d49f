/** What files for people call a channel. People count from one. */
export const channelName = (channel: number): string => `Channel ${channel + 1}`;

/** Precedes the text of a channel; nothing precedes that of a mix. */
export const channelLabel = (channel: number | null): string =>
  channel === null ? '' : `${channelName(channel)}: `;
