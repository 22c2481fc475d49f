/** Of a file, by its decoded samples. */
export const maxAudioMs = 5 * 60 * 60 * 1000;
export const minAudioMs = 100;
/** Telephones have 8,000 samples a second, the poorest recorders of speech 6,000. */
export const minSampleRate = 4_000;
/** What encoders add at both ends, at 8 kHz as much as this; the longest file may have it too. */
export const encoderPaddingMs = 500;
