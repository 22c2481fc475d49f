/** A media type without its parameters, in lower case: a recorder's `audio/webm;codecs=opus` is "audio/webm". Empty without one. */
export const essenceOf = (contentType = ''): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();
