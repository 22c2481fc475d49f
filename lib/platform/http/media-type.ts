/**
 * A media type in lower case, without its parameters: a recorder's `audio/webm;codecs=opus` becomes "audio/webm". Empty
 * if there is none.
 */
export const essenceOf = (contentType = ''): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();
