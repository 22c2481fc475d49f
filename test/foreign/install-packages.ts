import { installPackages, noPython } from './python.ts';

/** Vitest's globalSetup of the clients in Python. */
export const setup = (): void => {
  if (noPython === undefined) installPackages();
};
