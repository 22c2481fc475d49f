import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ServerProgram } from '../processes/start-server.ts';
import { dynamoDbLocal, type DynamoDbLocal, installedDynamoDbLocal } from './dynamodb-local.ts';

/** A DynamoDB that is already running, or one to start. */
export type Engine =
  | { readonly url: string }
  | { readonly on: (port: string, dataDir: string | undefined) => ServerProgram };

type Installed = {
  /** The path of dynoxide from npm. */
  readonly dynoxide: string | undefined;
  readonly dynamoDbLocal: DynamoDbLocal | undefined;
};

const dynoxide = (binary: string): Engine => ({
  on: (port, dataDir) => {
    const file = dataDir === undefined ? [] : ['--db-path', join(dataDir, 'dynamodb.sqlite')];
    return { command: [binary, '--port', port, ...file] };
  },
});

/**
 * The DynamoDB of a machine. `chosen` is the variable EARSHOT_DYNAMODB: the URL of a DynamoDB, the path of a dynoxide binary, or
 * `java` for DynamoDB Local. Without it, dynoxide comes before DynamoDB Local. Throws if there is none.
 */
export const chooseEngine = (chosen: string | undefined, installed: Installed): Engine => {
  if (chosen !== undefined && /^https?:/.test(chosen)) return { url: chosen };
  const binary = chosen ?? installed.dynoxide;
  if (binary !== undefined && binary !== 'java') return dynoxide(binary);
  const local = installed.dynamoDbLocal;
  if (local) return { on: (port, dataDir) => dynamoDbLocal(local, port, dataDir) };
  throw new Error(
    'There is no DynamoDB on this machine. Run `npm run setup`, or set EARSHOT_DYNAMODB to the URL of one.',
  );
};

const installedDynoxide = (): string | undefined => {
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  } catch {
    return undefined;
  }
};

/** The DynamoDB of this machine, as `chooseEngine` says. */
export const engineOf = (chosen: string | undefined): Engine =>
  chooseEngine(chosen, { dynoxide: installedDynoxide(), dynamoDbLocal: installedDynamoDbLocal() });
