const url = new URL('../../local/samples/two-cities.ogg', import.meta.url).href;

/** The recording for a first try: 44 seconds of a novel. */
export const sampleRecording = async (): Promise<File> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error('The sample could not be loaded. Reload the page, then try again.');
  return new File([await response.blob()], 'two-cities.ogg', { type: 'audio/ogg' });
};
