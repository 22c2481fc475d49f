import { installDynamoDbLocal, noJava } from './dynamodb-local.ts';
import { installGenerators } from './generator-packages.ts';
import { installOpenApiGenerator } from './openapi-generator.ts';
import { installPackages, noPython } from './python.ts';
import { installRuntimes } from './runtimes.ts';

/** Vitest's globalSetup for the third-party programs. */
export const setup = (): void => {
  installGenerators();
  installRuntimes();
  if (noPython === undefined) installPackages();
  if (noJava !== undefined) return;
  installDynamoDbLocal();
  installOpenApiGenerator();
};
