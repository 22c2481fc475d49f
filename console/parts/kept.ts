import { effect, type Signal, signal } from '@preact/signals';

const ownerKey = 'owner';

/** Null if this tab keeps nothing by this name. */
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
    // Without storage a reload forgets it.
  }
};

/** A signal whose fields outlive a reload of this tab, until its user signs out. They are kept as JSON. */
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

/** Forgets what this tab keeps. */
export const forgetKept = (): void => {
  try {
    sessionStorage.clear();
  } catch {
    // Without storage nothing is kept.
  }
};

/** Makes what this tab keeps this user's. False if somebody else's was in it: then load the page again, without it. */
export const keepFor = (userId: string): boolean => {
  const owner = readKept(ownerKey);
  if (owner !== null && owner !== userId) {
    forgetKept();
    return false;
  }
  writeKept(ownerKey, userId);
  return true;
};
