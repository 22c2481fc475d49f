import { hourMs } from '#lib/platform/durations.ts';

/** Limits of a file's length, by its decoded samples. */
export const maxAudioMs = 5 * hourMs;
export const minAudioMs = 100;
/** Samples per second. Telephones use 8,000, the poorest speech recorders 6,000. */
export const minSampleRate = 4_000;
/** Tolerance above `maxAudioMs`: encoders pad both ends, by up to this much at 8 kHz. */
export const encoderPaddingMs = 500;
/** Channels that can be transcribed apart. */
export const maxChannels = 8;
/**
 * Length times channels of those that are transcribed apart. The words of more do not fit into a response of Lambda, even
 * gzipped: four channels of five hours, all with speech throughout, take up four fifths of it.
 */
export const maxChannelAudioMs = 20 * hourMs;
