import { installDynamoDbLocal, noJava } from './dynamodb-local.ts';
import { installPackages, noPython } from './python.ts';

/** Vitest's globalSetup of what others wrote. */
export const setup = (): void => {
  if (noPython === undefined) installPackages();
  if (noJava === undefined) installDynamoDbLocal();
};
