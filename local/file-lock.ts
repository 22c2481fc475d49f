import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;

// Keeps the open databases referenced: the garbage collector would close them and so release their locks.
const lockedDatabases = new Set<DatabaseSync>();

/**
 * Locks a file for this process, and creates it if needed. Returns a function that unlocks the file, or undefined if it is already
 * locked. Throws if the file cannot be opened. A SQLite lock is never stale, because the system releases it when the process
 * ends. It also works between containers that share the file system.
 */
export const lockFile = (file: string): (() => void) | undefined => {
  const database = open(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
    lockedDatabases.add(database);
    return () => {
      lockedDatabases.delete(database);
      database.close();
    };
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
};

const open = (file: string): DatabaseSync => {
  try {
    return new DatabaseSync(file);
  } catch (cause) {
    throw new Error(`${file} cannot be opened. Perhaps it belongs to another user.`, { cause });
  }
};
