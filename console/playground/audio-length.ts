/** The length of a recording in ms. Null if the browser cannot play it, or if the file has no length. */
export const lengthOf = async (file: File): Promise<number | null> => {
  const url = URL.createObjectURL(file);
  try {
    const audio = new Audio();
    audio.preload = 'metadata';
    const known = new Promise<number | null>((resolve) => {
      audio.addEventListener('loadedmetadata', () => resolve(audio.duration * 1000));
      audio.addEventListener('error', () => resolve(null));
    });
    audio.src = url;
    const ms = await known;
    return ms !== null && Number.isFinite(ms) ? Math.round(ms) : null;
  } finally {
    URL.revokeObjectURL(url);
  }
};
