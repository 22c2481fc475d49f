/** A value that this browser keeps for later visits. Null if there is none, or if the browser keeps no data of sites. */
export const readStored = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

export const writeStored = (name: string, value: string): void => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage, the next visit begins without the value.
  }
};
