import { hourMs } from '#lib/platform/durations.ts';

/** Limits of a file's length, measured in decoded samples. */
export const maxAudioMs = 5 * hourMs;
export const minAudioMs = 100;
/** In samples per second. Telephones use 8,000, the poorest speech recorders 6,000. */
export const minSampleRate = 4_000;
/** Tolerance above `maxAudioMs`: encoders pad both ends, by up to this much at 8 kHz. */
export const encoderPaddingMs = 500;
/** The most channels that can be transcribed separately. */
export const maxChannels = 8;
/**
 * The maximum of length times channels when channels are transcribed separately. More words do not fit into a Lambda
 * response, even gzipped: four channels of five hours with speech throughout take four fifths of it.
 */
export const maxChannelAudioMs = 20 * hourMs;
