import { effect, type Signal, signal } from '@preact/signals';

const ownerKey = 'owner';

/** The value that this tab keeps under a name. Null if there is none. */
export const readKept = (name: string): unknown => {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
};

/** Keeps a value as JSON until the user of this tab signs out. */
export const writeKept = (name: string, value: unknown): void => {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage, a reload loses the value.
  }
};

/** A signal whose fields are kept across reloads of this tab until its user signs out. They are stored as JSON. */
export const keptSignal = <Value extends object>(name: string, initial: Value): Signal<Value> => {
  const stored = readKept(name);
  const kept = signal<Value>({ ...initial, ...(typeof stored === 'object' && stored) });
  effect(() => writeKept(name, kept.value));
  return kept;
};

export const forgetOne = (name: string): void => {
  try {
    sessionStorage.removeItem(name);
  } catch {
    // Without storage nothing is kept.
  }
};

/** Removes everything that this tab keeps. */
export const forgetKept = (): void => {
  try {
    sessionStorage.clear();
  } catch {
    // Without storage nothing is kept.
  }
};

/**
 * Assigns what this tab keeps to this user. False if it had another user's data. In that case, reload the page, which no
 * longer has that data.
 */
export const keepFor = (userId: string): boolean => {
  const owner = readKept(ownerKey);
  if (owner !== null && owner !== userId) {
    forgetKept();
    return false;
  }
  writeKept(ownerKey, userId);
  return true;
};
