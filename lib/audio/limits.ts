/** Of a file, by its decoded samples. */
export const longestAudioMs = 5 * 60 * 60 * 1000;
export const shortestAudioMs = 100;
